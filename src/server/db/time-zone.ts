import type { Queryable } from './pool.ts'

/** The end of a sentence about the setting; null if PostgreSQL knows the zone. */
export async function complaintAboutZone(db: Queryable, name: string): Promise<string | null> {
  const { rowCount } = await db.query('select from pg_timezone_names where lower(name) = lower($1)', [name])
  if (rowCount !== 0) return null
  return `must be a time zone that PostgreSQL knows, like Europe/London, but is "${name}"`
}
