import type { Invariant } from '../db/invariant.ts'
import { IS_RANKED, LAUNCH_ORDER } from './launch-order.ts'
import { IS_LEVEL } from './rank-blocks.ts'

/** All blocks and all ranked entries, each with the number of the block that it is or lies in. */
const LYING = `select *, count(*) filter (where is_block) over (order by ${LAUNCH_ORDER}, is_block desc) as block
  from (select position, referrals, joined_position, true as is_block, entries from rank_blocks
    union all select position, referrals, joined_position, false, null from waitlist_entries where ${IS_RANKED}) as kinds`

/** The ranks as a reader finds them, each beside the one that its place in launch order gives it. */
const RANKS = `select joined_position,
    before + row_number() over (partition by block order by ${LAUNCH_ORDER}) as rank,
    row_number() over (order by ${LAUNCH_ORDER}) as expected
  from (${LYING}) as lying
    left join (select row_number() over (order by ${LAUNCH_ORDER}) as block,
      sum(entries) over (order by ${LAUNCH_ORDER}) - entries as before from rank_blocks) as blocks using (block)
  where not is_block`

/**
 * The rules for ranks. While a server of an earlier version changes the list, no reader uses the blocks, so they may be
 * wrong.
 */
export const RANK_INVARIANTS: Invariant[] = [
  {
    rule: 'The blocks that ranks are counted from equal a recount',
    unit: 'blocks',
    count: 'select count(*) from rank_blocks',
    offenders: `select block, max(entries) as entries, (count(*) filter (where not is_block))::int as recounted
      from (${LYING}) as lying where ${IS_LEVEL}
      group by block having max(entries) is distinct from count(*) filter (where not is_block)`,
  },
  {
    rule: 'Ranks are 1 to N in launch order, without a gap or a repeat',
    unit: 'ranks',
    count: `select count(*) from waitlist_entries where ${IS_RANKED}`,
    offenders: `select joined_position, rank::int, expected::int from (${RANKS}) as ranks
      where rank is distinct from expected and ${IS_LEVEL}`,
  },
]
