import type { Transaction } from '../db/pool.ts'
import { IS_RANKED } from './launch-order.ts'
import { addToBlocksOf, blockOf } from './rank-blocks.ts'

/** The ranked ones among some entries, with their keys. It repeats no condition of an index: see decision 23. */
const RANKED = `with asked as materialized (
    select position, referrals, joined_position, (${IS_RANKED}) as is_ranked from waitlist_entries where id = any($1)
  ), ranked as (select * from asked where is_ranked)`

/**
 * Does work that changes the position or the standing of these entries, and keeps the blocks that ranks are counted
 * from. `ids` also names the referrers that the work moves; entries that it creates may be among them. Call this with
 * the counter locked.
 */
export async function keepRanks<Result>(tx: Transaction, ids: string[], work: () => Promise<Result>): Promise<Result> {
  if (ids.length === 0) return work()
  const { rows: before } = await tx.query(
    `${RANKED} select b.*, -count(*)::integer as entries from ranked cross join lateral ${blockOf('ranked')} as b
     group by b.position, b.referrals, b.joined_position`,
    [ids],
  )
  const result = await work()
  await tx.query(
    `${RANKED} ${addToBlocksOf(`
       select b.*, 1 as entries from ranked cross join lateral ${blockOf('ranked')} as b
       union all select * from json_to_recordset($2)
         as t (position integer, referrals integer, joined_position integer, entries integer)`)}`,
    [ids, JSON.stringify(before)],
  )
  return result
}
