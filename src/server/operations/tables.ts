import { tablesOfMigrations } from '../db/migrate.ts'
import { findRows, type Queryable } from '../db/query.ts'

/** Quoted for SQL. PostgreSQL computes generated columns, so they are left out. */
export type Table = { name: string; columns: string[] }

/** Data of the running program and none of the list. */
export const LEFT_OUT = [
  'schema_migrations',
  'admin_sessions',
  'account_links',
  'passkey_challenges',
  'rate_counts',
  'tasks',
]

/** Another program may have tables in the same schema. */
export async function readTables(db: Queryable) {
  return findRows<Table>(
    db,
    `select quote_ident(c.relname) as name,
       array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = current_schema()::regnamespace and c.relname = any($1)
     group by 1 order by 1`,
    [await tablesOfMigrations({ withDropped: true })],
  )
}
