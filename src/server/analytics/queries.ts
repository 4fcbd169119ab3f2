import type { Queryable } from '../db/pool.ts'

/** How often one kind of event happened in the 15 minutes that begin at `bucket`. */
export type Count = { bucket: Date; event: string; detail: string; utm_source: string; count: number }

/** Writes in the order of the key, so that two servers cannot deadlock. */
export async function addCounts(db: Queryable, counts: Count[]): Promise<void> {
  if (counts.length === 0) return
  await db.query(
    `insert into analytics_counts as c (bucket, event, detail, utm_source, count)
     select * from json_to_recordset($1)
       as t (bucket timestamptz, event text, detail text, utm_source text, count integer)
     order by 1, 2, 3, 4
     on conflict (bucket, event, detail, utm_source) do update set count = c.count + excluded.count`,
    [JSON.stringify(counts)],
  )
}

/** Sums all events from `from` until before `to`, whatever their origin. */
export async function sumCounts(
  db: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<{ event: string; detail: string; count: number }[]> {
  const { rows } = await db.query(
    `select event, detail, sum(count)::float8 as count from analytics_counts
     where bucket >= $1 and bucket < $2 group by event, detail`,
    [from, to],
  )
  return rows
}
