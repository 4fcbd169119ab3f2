import type { Queryable } from '../db/pool.ts'
import { StartFailure } from '../base/start-failure.ts'
import { readTables } from './tables.ts'

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
export async function requireRestorable(db: Queryable): Promise<void> {
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
async function findForeign(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and to_regclass('waitlist_counter') is null
       and (c.relnamespace = current_schema()::regnamespace and c.relname <> 'schema_migrations')
       and not exists (
         select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1`,
  )
  return rows.map(({ name }) => name)
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
