import type { Transaction } from '../db/pool.ts'
import { IS_RANKED } from './launch-order.ts'
import { addToBlocksOf, blockOf } from './rank-blocks.ts'

/** The key of a block, and how many of the kept entries it had, as a negative number. */
type Loss = { position: number; referrals: number; joined_position: number; entries: number }

/** The entries whose ranks a transaction keeps at present, and the blocks that they were in before. */
const kept = new WeakMap<Transaction, { ids: Set<string>; losses: Loss[] }>()

/**
 * Does work that changes the position or the standing of these entries, and keeps the blocks that ranks are counted
 * from. Name every entry that the work changes, also the referrers that it moves and the entries that it creates. Call
 * this with the counter locked. The work may call this too, but not twice at the same time.
 */
export async function keepRanks<Result>(tx: Transaction, ids: string[], work: () => Promise<Result>): Promise<Result> {
  const outer = kept.get(tx)
  const own = outer ?? { ids: new Set(), losses: [] }
  const added = ids.filter((id) => !own.ids.has(id))
  if (added.length > 0) own.losses.push(...(await findLosses(tx, added)))
  for (const id of added) own.ids.add(id)
  // Each entry leaves the block of before the outermost work, and enters that of after it.
  if (outer) return work()
  kept.set(tx, own)
  try {
    const result = await work()
    await applyChanges(tx, own)
    return result
  } finally {
    kept.delete(tx)
  }
}

/** The ranked ones among some entries. It repeats no condition of an index: see decision 23. */
const RANKED = `with asked as materialized (
    select position, referrals, joined_position, (${IS_RANKED}) as is_ranked from waitlist_entries where id = any($1)
  ), ranked as (select * from asked where is_ranked)`

async function findLosses(tx: Transaction, ids: string[]): Promise<Loss[]> {
  const { rows } = await tx.query<Loss>(
    `${RANKED} select b.*, -count(*)::integer as entries from ranked cross join lateral ${blockOf('ranked')} as b
     group by b.position, b.referrals, b.joined_position`,
    [ids],
  )
  return rows
}

async function applyChanges(tx: Transaction, { ids, losses }: { ids: Set<string>; losses: Loss[] }): Promise<void> {
  if (ids.size === 0) return
  await tx.query(
    `${RANKED} ${addToBlocksOf(`
       select b.*, 1 as entries from ranked cross join lateral ${blockOf('ranked')} as b
       union all select * from json_to_recordset($2)
         as t (position integer, referrals integer, joined_position integer, entries integer)`)}`,
    [[...ids], JSON.stringify(losses)],
  )
}
