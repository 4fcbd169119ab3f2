import { IS_RANKED } from './launch-order.ts'
import { bucketOf } from './rank-sums.ts'
import { RANKED_UP_TO, SUMS } from './read-ranks.ts'
import { findRow, type Queryable } from '../../db/query.ts'

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
