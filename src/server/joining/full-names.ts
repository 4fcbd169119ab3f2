import type { Queryable } from '../db/pool.ts'
import { livingOf } from '../people/addresses/living.ts'

/** `is_unproven`: from a browser that showed no token of the entry. */
export type FullName = { entry_id: string; full_name: string; is_unproven: boolean }

export function addNamesOf(query: string): string {
  return `insert into full_names (entry_id, full_name) select id, name from (${query}) as named (id, name) where name <> ''`
}

/** Log a change in the same transaction, so that searches find the new name. */
export async function keepNames(db: Queryable, names: FullName[]): Promise<void> {
  if (names.length === 0) return
  await db.query(
    `insert into full_names (entry_id, full_name, is_unproven, given_at)
     select entry_id, full_name, is_unproven, clock_timestamp()
     from json_to_recordset($1) as t (entry_id uuid, full_name text, is_unproven boolean)
       join (${livingOf('select unnest($2::uuid[])')}) as living on living.id = entry_id
     order by entry_id
     on conflict (entry_id) do update set full_name = excluded.full_name, is_unproven = excluded.is_unproven,
       given_at = excluded.given_at`,
    [JSON.stringify(names), names.map(({ entry_id }) => entry_id)],
  )
}

export async function readFullName(db: Queryable, entryId: string): Promise<FullName | null> {
  const { rows } = await db.query<FullName>(
    'select entry_id, full_name, is_unproven from full_names where entry_id = $1',
    [entryId],
  )
  return rows[0] ?? null
}

export async function readGreetedName(db: Queryable, entryId: string): Promise<string | null> {
  const { rows } = await db.query<{ full_name: string }>(
    `select n.full_name from full_names n join waitlist_entries e on e.id = n.entry_id
     where n.entry_id = $1 and not n.is_unproven and e.confirmed_at is not null`,
    [entryId],
  )
  return rows[0]?.full_name ?? null
}

export async function forgetNames(db: Queryable, ids: string[]): Promise<void> {
  await db.query('delete from full_names where entry_id = any($1)', [ids])
}

export async function readFullNames(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<FullName>('select entry_id, full_name from full_names where entry_id = any($1)', [
    ids,
  ])
  return new Map(rows.map(({ entry_id, full_name }) => [entry_id, full_name]))
}
