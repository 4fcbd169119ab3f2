import { IS_RANKED, IS_UNRANKED, LAUNCH_ORDER } from './launch-order.ts'
import { beginningOf, bucketOf, firstJoinedIn, firstPositionIn } from './rank-sums.ts'

/**
 * The first part of a statement that reads ranks, after `with`: the sums of the buckets, in order, so that adding them up
 * needs no sort.
 */
export const SUMS = 'sums as materialized (select bucket, entries from rank_sums order by bucket)'

/**
 * The same, for a statement that reads many ranks or the entry at a rank: SUMS, and the buckets, each with the number of
 * entries before it.
 */
export const BUCKETS = `${SUMS}, buckets as materialized (
    select bucket, entries, sum(entries) over (order by bucket rows unbounded preceding) - entries as before from sums)`

/**
 * A query for the `joined_position` and `rank` of some entries, from a query of their ids. Entries that have no rank are
 * left out. The statement begins with BUCKETS.
 */
export function ranksOf(ids: string): string {
  return `with asked as materialized (
      select position, referrals, joined_position, ${bucketOf()} as bucket, (${IS_RANKED}) as is_ranked
      from waitlist_entries where id in (${ids})
    ), ranked as materialized (select * from asked where is_ranked)
    select joined_position, before + ${IN_BUCKET} as rank from ranked join buckets using (bucket)`
}

/**
 * As `ranksOf`, for entries that are consecutive in launch order, from a relation of their `entry_id` and `place`. The
 * other ranks follow from the first one, which is read unless it is given as SQL.
 */
export function ranksInLine(entries: string, first?: string): string {
  const firstKey = `select *, ${bucketOf()} as bucket from line where nth = 1`
  return `with line as materialized (
      select position, referrals, joined_position, row_number() over (order by place) as nth
      from ${entries} join waitlist_entries on id = entry_id where ${IS_RANKED})
    select joined_position, nth - 1 + ${first ?? `(select ${RANKED_UP_TO} from (${firstKey}) as ranked)`} as rank
    from line`
}

/**
 * SQL of one value: the number of entries in the bucket of `ranked`, up to and including its launch key. Indexes contain
 * all columns that this reads. The planner cannot estimate how few rows lie between two launch keys, so single columns
 * have bounds as well.
 */
function countUpTo(condition: string): string {
  const count = `select count(*) from waitlist_entries where ${condition}`
  return `case when bucket < 0 then (${count} and position = 1 and (-referrals) = -ranked.referrals
      and joined_position between ${firstJoinedIn('bucket')} and ranked.joined_position)
    else (${count} and position between ${firstPositionIn('bucket')} and ranked.position
      and (${LAUNCH_ORDER}) <= (ranked.position, -ranked.referrals, ranked.joined_position)) end`
}

/** SQL of one value: the number of entries with a rank in the bucket of `ranked`, up to its launch key. */
const IN_BUCKET = `${countUpTo('erased_at is null')} - ${countUpTo(IS_UNRANKED)}`

/**
 * SQL of one value: the number of entries with a rank up to the launch key in the relation `ranked`. The relation has the
 * key, which no entry needs to have, and its `bucket`. The statement begins with SUMS.
 */
export const RANKED_UP_TO = `(select coalesce(sum(s.entries), 0) from sums s where s.bucket < ranked.bucket)
  + ${IN_BUCKET}`

/**
 * A query for the launch key of the entry that has this rank; no row beyond the last rank. The statement begins with
 * BUCKETS.
 */
export function keyAtRank(rank: string): string {
  return `with own as materialized (select * from buckets where before < ${rank} and before + entries >= ${rank})
    select ${LAUNCH_ORDER} from waitlist_entries
    where ${IS_RANKED} and (${LAUNCH_ORDER}) >= (select ${beginningOf('bucket')} from own)
    order by ${LAUNCH_ORDER} offset (select ${rank} - before - 1 from own) limit 1`
}
