import type { Connection } from '../db/client.ts'
import { explainRights, migrateWithin, newestVersion, readVersionIfAny, requireUpgradable } from '../db/migrate.ts'
import { showPublished } from '../publishing/sites.ts'
import { type Rest, withRests } from '../base/rest.ts'
import { StartFailure } from '../base/start-failure.ts'
import { findVerdicts } from './invariants.ts'
import { openFile } from './backup-files.ts'
import type { Head } from './format.ts'
import { readBackup } from './read-backup.ts'
import { readTables } from './tables.ts'
import { findColumn, type Queryable, transact, type Transaction } from '../db/query.ts'
import { onOwnClient } from '../db/pool.ts'

const FILLED_BY_A_START = [
  'account_links',
  'accounts',
  'admin_sessions',
  'analytics_counts',
  'analytics_days',
  'backups',
  'choice_slots',
  'followers',
  'judging',
  'outside_services',
  'passkey_challenges',
  'passkeys',
  'privacy_texts',
  'rate_counts',
  'setting_version',
  'settings',
  'site_versions',
  'tasks',
  'waitlist_counter',
]

const ANOTHER = 'set DATA_DIR to a new folder, or DATABASE_URL to an empty database'

/** A restore must remove neither another program's tables nor data that somebody entered. */
async function requireRestorable(db: Queryable): Promise<void> {
  await requireUnused(db)
  await requireOurs(db)
  await requireEmpty(db)
}

/** A running server would serve the restored list without erasing people again, which happens only at a start. */
async function requireUnused(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ names: string | null }>(
    `select string_agg(distinct application_name || coalesce(' from ' || host(client_addr), ''), ', ') as names
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'firstchair %'`,
  )
  if (rows[0]!.names === null) return
  throw new StartFailure(
    `A server or a tool of this program uses the database (its connections: ${rows[0]!.names}). Stop all servers first, then restore. If a machine was lost, its connections stay for a while: end them with select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'firstchair %'`,
  )
}

async function requireOurs(db: Queryable): Promise<void> {
  const tables = await findForeign(db)
  if (tables.length === 0) return
  const [some, rest] = [tables.slice(0, 5).join(', '), tables.length - 5]
  throw new StartFailure(
    `The database belongs to another program: it has the ${tables.length === 1 ? 'table' : 'tables'} ${some}${rest > 0 ? ` and ${rest} more` : ''}. A backup is restored into an empty one: ${ANOTHER}.`,
  )
}

/**
 * Other programs also have a table named schema_migrations, so only a table of our first migration shows that there
 * is a list.
 */
function findForeign(db: Queryable) {
  return findColumn<string>(
    db,
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and to_regclass('waitlist_counter') is null
       and (c.relnamespace = current_schema()::regnamespace and c.relname <> 'schema_migrations')
       and not exists (
         select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1`,
  )
}

async function requireEmpty(db: Queryable): Promise<void> {
  const tables = (await readTables(db)).filter(({ name }) => !FILLED_BY_A_START.includes(name))
  if (tables.length === 0) return
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`)
  const { rows } = await db.query<{ name: string; count: number }>(counts.join(' union all '))
  const held = rows.filter(({ count }) => count > 0)
  if (held.length === 0) return
  const people = held.find(({ name }) => name === 'waitlist_entries')
  const what = people
    ? `a list of ${people.count.toLocaleString('en')} people`
    : held.map(({ name, count }) => `${name.replaceAll('_', ' ')} (${count.toLocaleString('en')})`).join(', ')
  throw new StartFailure(`The database already holds ${what}. A backup is restored into an empty one: ${ANOTHER}.`)
}

type Options = {
  passphrase: string | null
  /** Only called if a rule is broken: recomputes what an earlier version derived from the list. */
  renew?: (tx: Transaction) => Promise<void>
  settle?: (tx: Transaction, head: Head) => Promise<void>
  signal?: AbortSignal
  rest?: Rest
}

type Restored = Head & { rules: number }

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
