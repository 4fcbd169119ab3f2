import type { Queryable } from '../db/pool.ts'

/** `oldest`: the seconds since the oldest due job became due; null if none is due. */
export type Unfinished = { queue: string; state: string; count: number; oldest: number | null }

export async function countUnfinished(db: Queryable): Promise<Unfinished[]> {
  const { rows } = await db.query<Unfinished>(
    `select name as queue, state::text, count(*)::int,
       extract(epoch from now() - min(start_after) filter (where start_after <= now()))::float8 as oldest
     from pgboss.job where state < 'completed' group by 1, 2`,
  )
  return rows
}
