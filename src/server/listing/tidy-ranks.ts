import type pg from 'pg'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { dropEmptySums, readSumsState, recountSums } from '../places/rank-sums.ts'
import { levelRankMark, lockCounter } from './counter.ts'
import { type Repeating, startRepeating } from './start-repeating.ts'

const REST_MS = 2_000
/** From this number on, the sums of empty buckets are dropped, because every reader of a rank reads all sums. */
const MANY_EMPTY = 1_000

/**
 * Keeps ranks fast to read, beside the joins. When a server of an earlier version has changed the list, all sums are
 * counted anew, as soon as it has changed nothing for two seconds: until then the readers count them themselves.
 */
export function startTidyingRanks(pool: pg.Pool, restMs = REST_MS): Repeating {
  let lastGap = 0
  return startRepeating(async () => {
    const { gap, empty } = await readSumsState(pool)
    if (gap === 0 ? empty >= MANY_EMPTY : gap === lastGap) await inTransaction(pool, tidyRanks)
    lastGap = gap
    return restMs
  }, restMs)
}

/** Puts the sums that ranks are counted from in order. */
export async function tidyRanks(tx: Transaction): Promise<void> {
  await lockCounter(tx)
  const { gap } = await readSumsState(tx)
  if (gap === 0) return dropEmptySums(tx)
  await recountSums(tx)
  await levelRankMark(tx)
}
