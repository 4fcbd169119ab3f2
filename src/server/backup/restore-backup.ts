import type pg from 'pg'
import type { Connection } from '../db/client.ts'
import { migrate, newestVersion, readVersionIfAny } from '../db/migrate.ts'
import { onOwnClient, type Transaction } from '../db/pool.ts'
import { transact } from '../db/transaction.ts'
import { startJobs } from '../deliveries/start-jobs.ts'
import { QUEUES } from '../jobs/queues.ts'
import { type Rest, withRests } from '../rest.ts'
import { StartFailure } from '../start-failure.ts'
import { openFile } from './backup-files.ts'
import type { Head } from './format.ts'
import { readBackup } from './read-backup.ts'
import { requireRestorable } from './require-restorable.ts'
import { JOBS, readTables } from './tables.ts'

type Options = {
  passphrase: string | null
  /** Runs in the transaction that brings the list back. */
  settle?: (tx: Transaction, head: Head) => Promise<void>
  signal?: AbortSignal
  rest?: Rest
}

/**
 * Fills an empty database with a backup, and brings it to the schema of this version. If it fails, no list is there.
 * Throws a StartFailure if the database is in use or holds anything, or the backup cannot be used.
 */
export async function restoreBackup(
  connection: Connection,
  file: string,
  { passphrase, settle, signal, rest = async () => {} }: Options,
): Promise<Head> {
  const head = await onOwnClient(connection, bringBack, signal)
  await migrate(connection)
  // Otherwise the first queries are planned as for empty tables.
  await onOwnClient(connection, (client) => client.query('analyze'), signal)
  return head

  async function bringBack(client: pg.Client): Promise<Head> {
    await requireRestorable(client)
    return transact(client, async (tx) => {
      const content = await openFile(file, passphrase)
      const head = await readBackup(client, withRests(content, rest), { prepare: (begun) => prepare(tx, begun) })
      await settle?.(tx, head)
      return head
    })
  }

  /** The schema of the backup commits on its own: without rows, it is no list. */
  async function prepare(tx: Transaction, { schema }: Head): Promise<void> {
    const applied = await readVersionIfAny(tx)
    if (schema > (await newestVersion()))
      throw new StartFailure('This backup was made by a newer version of the program. Restore it with that one.')
    if (applied > schema)
      throw new StartFailure(
        'The empty database was set up by a newer version than the backup. Give the backup one that nothing was started on.',
      )
    await migrate(connection, { until: schema })
    const jobs = await startJobs({ connection, onError: () => {} })
    await jobs.stop()
    await empty(tx)
  }
}

/** The migrations and the start of the queue have written rows that the backup has too. Others may use the queue as well. */
async function empty(tx: Transaction): Promise<void> {
  const names = (await readTables(tx)).map(({ name }) => name).filter((name) => name !== JOBS)
  await tx.query(`truncate ${names.join(', ')}`)
  await tx.query('delete from pgboss.job where name = any($1)', [Object.keys(QUEUES)])
}
