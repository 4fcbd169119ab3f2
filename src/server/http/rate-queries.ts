import type { Queryable } from '../db/pool.ts'

type Added = { key: string; added: number; ms: number }
type Total = { key: string; total: number; ms: number }

export async function addCounts(db: Queryable, counts: Added[]): Promise<Total[]> {
  const { rows } = await db.query<Total>(
    `insert into rate_counts as r (key, count, ends_at)
     select key, added, now() + ms * interval '1 millisecond'
     from json_to_recordset($1) as t (key text, added integer, ms float8) order by key
     on conflict (key) do update set
       count = case when r.ends_at > now() then r.count + excluded.count else excluded.count end,
       ends_at = case when r.ends_at > now() then r.ends_at else excluded.ends_at end
     returning key, count as total, (extract(epoch from ends_at - now()) * 1000)::float8 as ms`,
    [JSON.stringify(counts)],
  )
  return rows
}

export async function dropCounts(db: Queryable): Promise<void> {
  await db.query('delete from rate_counts where ends_at < now()')
}
