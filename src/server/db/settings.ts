import { randomBytes } from 'node:crypto'
import { findValue, hasRows, type Queryable } from './query.ts'

export function readSetting(db: Queryable, key: string) {
  return findValue<string>(db, `select value #>> '{}' as value from settings where key = $1`, [key])
}

/** False if there is a value: of two servers that start together, the first one's is kept. */
export function insertSetting(db: Queryable, key: string, value: string) {
  return hasRows(db, 'insert into settings (key, value) values ($1, to_jsonb($2::text)) on conflict (key) do nothing', [
    key,
    value,
  ])
}

export async function replaceSetting(db: Queryable, key: string, value: string): Promise<void> {
  await db.query(
    `insert into settings (key, value) values ($1, to_jsonb($2::text))
     on conflict (key) do update set value = excluded.value`,
    [key, value],
  )
}

export function replaceEarlier(db: Queryable, key: string, { by, before }: { by: Date; before: Date }) {
  return hasRows(
    db,
    `insert into settings as s (key, value) values ($1, to_jsonb($2::timestamptz))
     on conflict (key) do update set value = excluded.value where (s.value #>> '{}')::timestamptz < $3`,
    [key, by, before],
  )
}

/** False if it has this value: of two servers, only one does what follows. */
export function replaceOther(db: Queryable, key: string, value: string) {
  return hasRows(
    db,
    `insert into settings as s (key, value) values ($1, to_jsonb($2::text))
     on conflict (key) do update set value = excluded.value where s.value <> excluded.value`,
    [key, value],
  )
}

export async function dropSetting(db: Queryable, key: string): Promise<void> {
  await db.query('delete from settings where key = $1', [key])
}

export async function ensureSecret(db: Queryable, key: string): Promise<string> {
  await insertSetting(db, key, randomBytes(32).toString('base64url'))
  return (await readSetting(db, key))!
}

export function secretInSql(key: string): string {
  return `(select value #>> '{}' from settings where key = '${key}')`
}

/** The end of a sentence about the setting; null if PostgreSQL knows the zone. */
export async function complaintAboutZone(db: Queryable, name: string): Promise<string | null> {
  const { rowCount } = await db.query('select from pg_timezone_names where lower(name) = lower($1)', [name])
  if (rowCount !== 0) return null
  return `must be a time zone that PostgreSQL knows, like Europe/London, but is "${name}"`
}
