import type { Queryable } from '../db/pool.ts'

/** `oldest`: the seconds for which the oldest of them has been due; null if none is. */
export type Unfinished = { queue: string; state: string; count: number; oldest: number | null }

export async function countUnfinished(db: Queryable): Promise<Unfinished[]> {
  const { rows } = await db.query<Unfinished>(
    `select name as queue, state::text, count(*)::int,
       extract(epoch from now() - min(start_after) filter (where start_after <= now()))::float8 as oldest
     from pgboss.job where state < 'completed' group by 1, 2`,
  )
  return rows
}
