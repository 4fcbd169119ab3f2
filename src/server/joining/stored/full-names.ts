import type { Queryable } from '../../db/pool.ts'
import { livingOf } from '../../people/addresses/living.ts'

/** `is_unproven`: the name came from a browser that showed no token of the entry. */
export type FullName = { entry_id: string; full_name: string; is_unproven: boolean }

/** The statement that stores the names of new entries, from a query with their ids and names. */
export function addNamesOf(query: string): string {
  return `insert into full_names (entry_id, full_name) select id, name from (${query}) as named (id, name) where name <> ''`
}

/**
 * Stores these names for Notion, in place of earlier ones. A name with a time does not replace a name that was given at
 * that time or later. Leaves out people who are no longer on the list.
 */
export async function keepNames(db: Queryable, names: (FullName & { given_at?: Date })[]): Promise<void> {
  if (names.length === 0) return
  await db.query(
    `insert into full_names (entry_id, full_name, is_unproven, given_at)
     select entry_id, full_name, is_unproven, coalesce(given_at, clock_timestamp())
     from json_to_recordset($1) as t (entry_id uuid, full_name text, is_unproven boolean, given_at timestamptz)
       join (${livingOf('select unnest($2::uuid[])')}) as living on living.id = entry_id
     where given_at is null
       or not exists (select from full_names n where n.entry_id = t.entry_id and n.given_at >= t.given_at)
     order by entry_id
     on conflict (entry_id) do update set full_name = excluded.full_name, is_unproven = excluded.is_unproven,
       given_at = excluded.given_at`,
    [JSON.stringify(names), names.map(({ entry_id }) => entry_id)],
  )
}

/** The full name of a person that is stored here; null if there is none, for example because Notion has it. */
export async function readFullName(db: Queryable, entryId: string): Promise<FullName | null> {
  const { rows } = await db.query<FullName>(
    'select entry_id, full_name, is_unproven from full_names where entry_id = $1',
    [entryId],
  )
  return rows[0] ?? null
}

/** Deletes a name that Notion has now, unless the person has given another one meanwhile. */
export async function dropSentName(db: Queryable, { entry_id, full_name }: FullName): Promise<void> {
  await db.query('delete from full_names where entry_id = $1 and full_name = $2', [entry_id, full_name])
}

export async function forgetNames(db: Queryable, ids: string[]): Promise<void> {
  await db.query('delete from full_names where entry_id = any($1)', [ids])
}

/** SQL: the entries whose names have waited for Notion for more than a minute. */
export const WAITING_NAMES = `select entry_id from full_names where given_at < now() - interval '1 minute'`

/** The full names of these people that are stored here, by entry. */
export async function readFullNames(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<FullName>('select entry_id, full_name from full_names where entry_id = any($1)', [
    ids,
  ])
  return new Map(rows.map(({ entry_id, full_name }) => [entry_id, full_name]))
}
