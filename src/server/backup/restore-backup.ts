import type { Connection } from '../db/client.ts'
import { explainRights } from '../db/explain-failure.ts'
import { migrateWithin, readVersionIfAny, requireUpgradable } from '../db/migrate.ts'
import { newestVersion } from '../db/migration-files.ts'
import { onOwnClient, type Transaction } from '../db/pool.ts'
import { transact } from '../db/transaction.ts'
import { showPublished } from '../publishing/sites.ts'
import { type Rest, withRests } from '../base/rest.ts'
import { StartFailure } from '../base/start-failure.ts'
import { findVerdicts } from '../verify/invariants.ts'
import { openFile } from './backup-files.ts'
import type { Head } from './format.ts'
import { readBackup } from './read-backup.ts'
import { requireRestorable } from './require-restorable.ts'
import { readTables } from './tables.ts'

type Options = {
  passphrase: string | null
  /** Only called if a rule is broken: recomputes what an earlier version derived from the list. */
  renew?: (tx: Transaction) => Promise<void>
  settle?: (tx: Transaction, head: Head) => Promise<void>
  signal?: AbortSignal
  rest?: Rest
}

export type Restored = Head & { rules: number }

/** All in one transaction: if it fails, the database is as it was. */
export async function restoreBackup(
  connection: Connection,
  file: string,
  { passphrase, renew, settle, signal, rest = async () => {} }: Options,
): Promise<Restored> {
  return onOwnClient(
    connection,
    async (client) => {
      await requireRestorable(client)
      return transact(client, async (tx) => {
        const content = await openFile(file, passphrase)
        const head = await readBackup(client, withRests(content, rest), { prepare: (begun) => prepare(tx, begun) })
        await continueNumbers(tx)
        await migrateWithin(tx)
        await showPublished(tx)
        // Without this, PostgreSQL plans all queries as if the tables were empty.
        await tx.query('analyze')
        const rules = await requireRules(tx, { renew, rest })
        await settle?.(tx, head)
        return { ...head, rules }
      }).catch((error) => explainRights(client, error))
    },
    signal,
  )
}

async function prepare(tx: Transaction, { schema }: Head): Promise<void> {
  const applied = await readVersionIfAny(tx)
  if (schema > (await newestVersion()))
    throw new StartFailure('This backup was made by a newer version of the program. Restore it with that one.')
  if (applied > schema)
    throw new StartFailure(
      'The empty database was set up by a newer version than the backup. Restore into a database that no server has used.',
    )
  requireUpgradable(schema)
  await migrateWithin(tx, { until: schema })
  await empty(tx)
}

async function continueNumbers(tx: Transaction): Promise<void> {
  const names = (await readTables(tx)).map(({ name }) => name)
  const { rows } = await tx.query<{ table: string; column: string }>(
    `select quote_ident(table_name) as table, quote_ident(column_name) as column from information_schema.columns
     where table_schema = current_schema() and is_identity = 'YES' and quote_ident(table_name) = any($1)`,
    [names],
  )
  for (const { table, column } of rows)
    await tx.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${column}), 0) + 1, false) from ${table}`,
      [table, column],
    )
}

/** The migrations wrote rows that the backup has too. */
async function empty(tx: Transaction): Promise<void> {
  const names = (await readTables(tx)).map(({ name }) => name)
  await tx.query(`truncate ${names.join(', ')}`)
}

async function requireRules(tx: Transaction, { renew, rest }: Pick<Options, 'renew' | 'rest'>): Promise<number> {
  const find = async () => {
    const verdicts = await findVerdicts(tx, rest)
    return { all: verdicts, broken: verdicts.filter(({ offending }) => offending.length > 0) }
  }
  let { all, broken } = await find()
  if (broken.length > 0 && renew) {
    await renew(tx)
    broken = (await find()).broken
  }
  if (broken.length === 0) return all.length
  const rules = broken.map(({ rule }) => `- ${rule}`).join('\n')
  throw new StartFailure(
    `The list in this backup breaks ${broken.length} of ${all.length} rules, so nothing was restored:\n${rules}\nTake another backup, or restore this one with the version of the program that made it.`,
  )
}
