import type { Queryable } from '../../db/pool.ts'

type Slice = { days: number; after: string; limit: number }

/**
 * SQL: whether a row may be old, by its id. Ids are UUIDs of version 7, which begin with their time, so the old rows
 * are at the beginning of the primary key's index. This adds a day, because servers' clocks differ; the rows' own times
 * decide.
 */
const IS_MAYBE_OLD = (id: string) =>
  `${id} < (lpad(to_hex((extract(epoch from now() - ($2 - 1) * interval '1 day') * 1000)::bigint), 12, '0')
    || '70008000000000000000')::uuid`

/**
 * Deletes the submissions of one slice of entries that are older than this many days. Returns the id of the last of
 * these entries; null after the last slice. An entry is never younger than its submissions.
 */
export async function dropSubmissions(db: Queryable, { days, after, limit }: Slice): Promise<string | null> {
  const { rows } = await db.query<{ last: string | null }>(
    `with slice as materialized (
       select distinct entry_id from (
         select entry_id from submissions where entry_id > $1 and ${IS_MAYBE_OLD('entry_id')}
         order by entry_id limit $3) as first
     ), dropped as (
       delete from submissions s using slice
       where s.entry_id = slice.entry_id and s.created_at < now() - $2 * interval '1 day'
     )
     select max(entry_id::text) as last from slice`,
    [after, days, limit],
  )
  return rows[0]!.last
}

/**
 * Deletes the earlier answers in one slice that were replaced more than this many days ago. Returns the last id in the
 * slice.
 */
export async function dropRevisions(db: Queryable, { days, after, limit }: Slice): Promise<string | null> {
  const { rows } = await db.query<{ last: string | null }>(
    `with slice as materialized (
       select id from entry_revisions where id > $1 and ${IS_MAYBE_OLD('id')} order by id limit $3
     ), dropped as (
       delete from entry_revisions r using slice
       where r.id = slice.id and r.replaced_at < now() - $2 * interval '1 day'
     )
     select max(id::text) as last from slice`,
    [after, days, limit],
  )
  return rows[0]!.last
}
