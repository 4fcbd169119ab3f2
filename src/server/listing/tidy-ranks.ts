import type pg from 'pg'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { readBlockState, recountBlocks, splitBlocks } from '../places/rank-blocks.ts'
import { levelRankMark, lockCounter } from './counter.ts'
import { type Repeating, startRepeating } from './start-repeating.ts'

const REST_MS = 2_000

/**
 * Keeps ranks fast to read, beside the joins. Blocks that have grown are split. When a server of an earlier version has
 * changed the list, all blocks are counted anew, as soon as it has changed nothing for two seconds: until then the
 * readers count without them.
 */
export function startTidyingRanks(pool: pg.Pool, restMs = REST_MS): Repeating {
  let lastGap = 0
  return startRepeating(async () => {
    const { gap, isUneven } = await readBlockState(pool)
    if (gap === 0 ? isUneven : gap === lastGap) await inTransaction(pool, tidyRanks)
    lastGap = gap
    return restMs
  }, restMs)
}

/** Brings the blocks that ranks are counted from in order. */
export async function tidyRanks(tx: Transaction): Promise<void> {
  await lockCounter(tx)
  const { gap } = await readBlockState(tx)
  if (gap === 0) return splitBlocks(tx)
  await recountBlocks(tx)
  await levelRankMark(tx)
}
