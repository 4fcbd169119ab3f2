import { tablesOfMigrations } from '../db/migration-files.ts'
import type { Queryable } from '../db/pool.ts'

/** A table and its columns, quoted for SQL. Generated columns are left out, because PostgreSQL computes them. */
export type Table = { name: string; columns: string[] }

export const JOBS = 'pgboss.job'

/** Tables with data of the running program and none of the list. A backup leaves them out. */
export const LEFT_OUT = [
  'schema_migrations',
  'admin_sessions',
  'account_links',
  'passkey_challenges',
  'rate_counts',
  'site_servers',
]

/**
 * Our own tables and their columns in this database: the tables that the migrations make, and the jobs. Tables of
 * another program in the same schema are left out.
 */
export async function readTables(db: Queryable): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select case n.nspname when 'pgboss' then 'pgboss.' else '' end || quote_ident(c.relname) as name,
       array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition
       and (n.nspname = current_schema() and c.relname = any($1) or n.nspname = 'pgboss' and c.relname = 'job')
     group by 1 order by 1`,
    [await tablesOfMigrations()],
  )
  return rows
}
