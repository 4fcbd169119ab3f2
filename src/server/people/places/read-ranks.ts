import { IS_RANKED, IS_UNRANKED, LAUNCH_ORDER } from './launch-order.ts'
import { beginningOf, bucketOf, firstJoinedIn, firstPositionIn } from './rank-sums.ts'

/** After `with`. In order, so that adding them up needs no sort. */
export const SUMS = 'sums as materialized (select bucket, entries from rank_sums order by bucket)'

/** For many ranks, or the entry at a rank: with the number of entries before each bucket. */
export const BUCKETS = `${SUMS}, buckets as materialized (
    select bucket, entries, sum(entries) over (order by bucket rows unbounded preceding) - entries as before from sums)`

/** `ids`: a query. Begins with BUCKETS. Each bucket is numbered once: people who joined one after another share a few. */
export function ranksOf(ids: string): string {
  return `with asked as materialized (
      select position, referrals, joined_position, ${bucketOf()} as bucket, (${IS_RANKED}) as is_ranked
      from waitlist_entries where id in (${ids})
    ), ranked as materialized (select * from asked where is_ranked
    ), ends as materialized (
      select distinct on (bucket) * from ranked order by bucket, position desc, referrals, joined_position desc
    ), numbered as materialized (
      select numbered.joined_position, nth from ends as ranked cross join lateral (
        ${numbersIn('bucket < 0', AT_FIRST)} union all ${numbersIn('bucket >= 0', BEHIND_FIRST)}) as numbered
    )
    select joined_position, before + nth - ${countUpTo(IS_UNRANKED)} as rank
    from ranked join buckets using (bucket) join numbered using (joined_position)`
}

function numbersIn(condition: string, bounds: string): string {
  return `select joined_position, row_number() over (order by ${LAUNCH_ORDER}) as nth from waitlist_entries
    where erased_at is null and ranked.${condition} and ${bounds}`
}

/** Of entries that are consecutive in launch order: the other ranks follow from the first. */
export function ranksInLine(entries: string, first?: string): string {
  const firstKey = `select *, ${bucketOf()} as bucket from line where nth = 1`
  return `with line as materialized (
      select position, referrals, joined_position, row_number() over (order by place) as nth
      from ${entries} join waitlist_entries on id = entry_id where ${IS_RANKED})
    select joined_position, nth - 1 + ${first ?? `(select ${RANKED_UP_TO} from (${firstKey}) as ranked)`} as rank
    from line`
}

/** The planner cannot estimate how few rows lie between two launch keys, so single columns have bounds as well. */
const AT_FIRST = `position = 1 and (-referrals) = -ranked.referrals
  and joined_position between ${firstJoinedIn('ranked.bucket')} and ranked.joined_position`
const BEHIND_FIRST = `position between ${firstPositionIn('ranked.bucket')} and ranked.position
  and (${LAUNCH_ORDER}) <= (ranked.position, -ranked.referrals, ranked.joined_position)`

function countUpTo(condition: string): string {
  const count = `select count(*) from waitlist_entries where ${condition}`
  return `case when ranked.bucket < 0 then (${count} and ${AT_FIRST}) else (${count} and ${BEHIND_FIRST}) end`
}

const IN_BUCKET = `${countUpTo('erased_at is null')} - ${countUpTo(IS_UNRANKED)}`

/** `ranked`: the columns of a key, of which there need be no entry, and its `bucket`. Begins with SUMS. */
export const RANKED_UP_TO = `(select coalesce(sum(s.entries), 0) from sums s where s.bucket < ranked.bucket)
  + ${IN_BUCKET}`

/** No row beyond the last rank. Begins with BUCKETS. */
export function keyAtRank(rank: string): string {
  return `with own as materialized (select * from buckets where before < ${rank} and before + entries >= ${rank})
    select ${LAUNCH_ORDER} from waitlist_entries
    where ${IS_RANKED} and (${LAUNCH_ORDER}) >= (select ${beginningOf('bucket')} from own)
    order by ${LAUNCH_ORDER} offset (select ${rank} - before - 1 from own) limit 1`
}
