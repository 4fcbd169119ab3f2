import { IS_RANKED, LAUNCH_ORDER, launchKeyOf } from './launch-order.ts'
import { blockOf, IS_LEVEL } from './rank-blocks.ts'

/**
 * The first part of a statement that reads ranks, after `with`: the blocks, each with the number of entries before it.
 * It has no rows while the blocks are not level. Then every rank is counted in the index.
 */
export const SUMMED_BLOCKS = `blocks as materialized (
    select position, referrals, joined_position, entries,
      sum(entries) over (order by ${LAUNCH_ORDER}) - entries as before
    from rank_blocks where ${IS_LEVEL})`

/** All ranks, counted from the first on. */
const COUNTED_RANKS = `select joined_position, row_number() over (order by ${LAUNCH_ORDER}) as rank
  from waitlist_entries where ${IS_RANKED}`

/**
 * A query of the `rank` of each of some entries by `joined_position`, from a query of their ids. Entries that have no
 * rank are left out. The statement begins with SUMMED_BLOCKS.
 */
export function ranksOf(ids: string): string {
  return `with asked as materialized (
      select position, referrals, joined_position, (${IS_RANKED}) as is_ranked from waitlist_entries where id in (${ids})
    ), ranked as materialized (select * from asked where is_ranked)
    select ranked.joined_position, before + (
        select count(*) from waitlist_entries w where ${IS_RANKED}
          and ${launchKeyOf('w')} >= ${launchKeyOf('b')} and ${launchKeyOf('w')} <= ${launchKeyOf('ranked')}) as rank
    from ranked cross join lateral ${blockOf('ranked')} as b
      join blocks on (blocks.position, blocks.referrals, blocks.joined_position) = (b.position, b.referrals, b.joined_position)
    union all
    select joined_position, rank from ranked join (${COUNTED_RANKS}) as counted using (joined_position)
    where not ${IS_LEVEL}`
}

/**
 * A query of the launch key of the entry that has this rank; nothing beyond the last. The statement begins with
 * SUMMED_BLOCKS.
 */
export function keyAtRank(rank: string): string {
  return `with block as materialized (select * from blocks where before < ${rank} and before + entries >= ${rank})
    (select ${LAUNCH_ORDER} from waitlist_entries w
      where ${IS_RANKED} and ${launchKeyOf('w')} >= (select ${LAUNCH_ORDER} from block)
      order by ${LAUNCH_ORDER} offset (select ${rank} - before - 1 from block) limit 1)
    union all
    (select ${LAUNCH_ORDER} from waitlist_entries where ${IS_RANKED} and not ${IS_LEVEL}
      order by ${LAUNCH_ORDER} offset ${rank} - 1 limit 1)`
}

/** The number of entries that have a rank, as one value. The statement begins with SUMMED_BLOCKS. */
export const RANKED_COUNT = `case when ${IS_LEVEL} then (select sum(entries) from blocks)
  else (select count(*) from waitlist_entries where ${IS_RANKED}) end`
