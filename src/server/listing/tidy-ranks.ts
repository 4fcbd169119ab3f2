import type pg from 'pg'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { countEmptySums, dropEmptySums } from '../places/rank-sums.ts'
import { lockCounter } from './rows/counter.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating } from '../base/start-repeating.ts'

const REST_MS = 5_000
/** Every reader of a rank reads all sums. */
const MANY_EMPTY = 1_000

export function startTidyingRanks(pool: pg.Pool, logFailure: LogFailure, restMs = REST_MS): Repeating {
  const step = async () => {
    if ((await countEmptySums(pool)) >= MANY_EMPTY) await inTransaction(pool, tidyRanks)
  }
  return startRepeating({ step, restMs, failure: 'ranks could not be tidied', logFailure })
}

export async function tidyRanks(tx: Transaction): Promise<void> {
  await lockCounter(tx)
  await dropEmptySums(tx)
}
