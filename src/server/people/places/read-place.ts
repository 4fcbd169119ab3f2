import { bucketOf, IS_IN_LINE, IS_RANKED, RANKED_UP_TO, SUMS } from './read-ranks.ts'
import { findRow, type Queryable } from '../../db/query.ts'
import type { Line } from '#shared/joining/place.ts'
import { placesOf, ruleNow } from './referral-rule.ts'

type Place = { rank: number; ahead: number; behind: number; ranked: number }

export function placeOf(id: string): string {
  return `with ${SUMS}, ranked as materialized (
      select position, referrals, joined_position, ${bucketOf()} as bucket
      from waitlist_entries where id = ${id} and ${IS_RANKED}
    ), place as (select ${RANKED_UP_TO} as rank, (select sum(entries) from sums) as ranked from ranked)
    select rank::integer, (rank - 1)::integer as ahead, (ranked - rank)::integer as behind, ranked::integer from place`
}

export function readPlace(db: Queryable, entryId: string) {
  return findRow<Place>(db, placeOf('$1::uuid'), [entryId])
}

type Row = { id: string; position: number; rank: number; next_rank: number; ranked: number }

const NO_LINE: Line = { place_in_line: null, ahead: null, behind: null, next_friend: null }

/** With the place after one more friend. A rejected person sees the place that they would have: they must not learn it. */
export async function readLines(db: Queryable, ids: string[]): Promise<Map<string, Line>> {
  const { rows } = await db.query<Row>(
    `with ${SUMS}, own as materialized (
       select id, position, referrals, joined_position, (not (${IS_RANKED}))::integer as uncounted,
         greatest(1, joined_position - ${placesOf('(f.referrals + 1)')}) as next_position
       from waitlist_entries f cross join (${ruleNow()}) as rule where id = any($1) and ${IS_IN_LINE}
     ), ranked as materialized (
       select *, ${bucketOf()} as bucket from (
         select id, false as is_next, position, referrals, joined_position, uncounted from own
         union all select id, true, next_position, referrals + 1, joined_position, uncounted from own) as keys
     ), ranks as materialized (select id, is_next, position, uncounted, ${RANKED_UP_TO} as rank from ranked)
     select now.id, next.position, (now.rank + now.uncounted)::integer as rank, (next.rank + 1)::integer as next_rank,
       ((select coalesce(sum(entries), 0) from sums) + now.uncounted)::integer as ranked
     from ranks now join ranks next on next.id = now.id and next.is_next where not now.is_next`,
    [ids],
  )
  const lines = new Map(ids.map((id) => [id, NO_LINE]))
  for (const { id, position, rank, next_rank, ranked } of rows) {
    const next_friend = { position, place_in_line: next_rank }
    lines.set(id, { place_in_line: rank, ahead: rank - 1, behind: ranked - rank, next_friend })
  }
  return lines
}
