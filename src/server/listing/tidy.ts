import { countEmptySums, dropEmptySums } from '../people/places/rank-sums.ts'
import { lockCounter } from './rows/counter.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating } from '../base/start-repeating.ts'
import { inTransaction, type Pool, type Transaction } from '../db/query.ts'

const REST_MS = 5_000
/** Every reader of a rank reads all sums. */
const MANY_EMPTY = 1_000

export function startTidyingRanks(pool: Pool, logFailure: LogFailure, restMs = REST_MS): Repeating {
  const step = async () => {
    if ((await countEmptySums(pool)) >= MANY_EMPTY) await inTransaction(pool, tidyRanks)
  }
  return startRepeating({ step, restMs, failure: 'ranks could not be tidied', logFailure })
}

export async function tidyRanks(tx: Transaction): Promise<void> {
  await lockCounter(tx)
  await dropEmptySums(tx)
}

const IDLE_MS = 10_000
/** A large step would take a processor from the joins for longer. */
const BREATH_MS = 100

/** New rows wait in the index's pending list. Merged here, no join has to do it. */
export function startTidyingSearch(pool: Pool, logFailure: LogFailure): Repeating {
  const step = async () => {
    const { rows } = await pool.query<{ pages: string }>(
      `select gin_clean_pending_list('entry_listing_search') as pages`,
    )
    return rows[0]!.pages === '0' ? IDLE_MS : BREATH_MS
  }
  return startRepeating({ step, restMs: 2_000, failure: 'the search index could not be tidied', logFailure })
}
