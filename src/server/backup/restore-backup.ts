import type pg from 'pg'
import type { Connection } from '../db/client.ts'
import { migrate, newestVersion, readVersionIfAny } from '../db/migrate.ts'
import { onOwnClient, type Transaction } from '../db/pool.ts'
import { transact } from '../db/transaction.ts'
import { startJobs } from '../deliveries/start-jobs.ts'
import { readCalendar } from '../listing/read-calendar.ts'
import { StartFailure } from '../start-failure.ts'
import { openFile } from './backup-files.ts'
import type { Head } from './format.ts'
import { readBackup } from './read-backup.ts'

type Options = {
  passphrase: string | null
  /** Runs in the transaction that brings the list back. */
  settle?: (tx: Transaction, head: Head) => Promise<void>
  signal?: AbortSignal
}

/**
 * Fills an empty database with a backup, and brings it to the schema of this version. If it fails, no list is there.
 * Throws a StartFailure if the database holds a list, or the backup cannot be used.
 */
export async function restoreBackup(
  connection: Connection,
  file: string,
  { passphrase, settle, signal }: Options,
): Promise<Head> {
  const head = await onOwnClient(connection, bringBack, signal)
  await migrate(connection)
  return head

  async function bringBack(client: pg.Client): Promise<Head> {
    await requireEmpty(client)
    return transact(client, async (tx) => {
      const content = await openFile(file, passphrase)
      const head = await readBackup(client, content, { prepare: (begun) => prepare(tx, begun) })
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

async function requireEmpty(client: pg.Client): Promise<void> {
  if ((await readVersionIfAny(client)) === 0) return
  const { entries } = await readCalendar(client)
  if (entries === 0) return
  throw new StartFailure(
    `The database already holds a list of ${entries.toLocaleString('en')} people. A backup is restored into an empty one: set DATA_DIR to a new folder, or DATABASE_URL to an empty database.`,
  )
}

/** The migrations and the queue have written rows that the backup has too. */
async function empty(tx: Transaction): Promise<void> {
  const { rows } = await tx.query<{ tables: string }>(
    `select string_agg(oid::regclass::text, ', ') as tables from pg_class
     where relkind in ('r', 'p') and not relispartition and relname <> 'schema_migrations'
       and relnamespace = current_schema()::regnamespace`,
  )
  await tx.query(`truncate ${rows[0]!.tables}, pgboss.job`)
}
