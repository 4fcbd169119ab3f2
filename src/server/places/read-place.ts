import type { Queryable } from '../db/pool.ts'
import { RANKED_COUNT, ranksOf, BUCKETS } from './read-ranks.ts'

/** `ranked` is the number of entries that have a rank. */
type Place = { rank: number; ahead: number; behind: number; ranked: number }

/** A query of the place of one entry, from its id; nothing if it has no rank. */
export function placeOf(id: string): string {
  return `with ${BUCKETS}, own as materialized (${ranksOf(`select ${id}`)}),
      list as materialized (select ${RANKED_COUNT} as ranked)
    select rank::integer, (rank - 1)::integer as ahead, (ranked - rank)::integer as behind, ranked::integer from own, list`
}

/** Null if no entry has this id, or if it has no rank. */
export async function readPlace(db: Queryable, entryId: string): Promise<Place | null> {
  const { rows } = await db.query<Place>(placeOf('$1::uuid'), [entryId])
  return rows[0] ?? null
}
