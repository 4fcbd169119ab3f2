import type pg from 'pg'
import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating } from '../base/start-repeating.ts'

const REST_MS = 2_000
const IDLE_MS = 10_000
/** A large step would take a processor from the joins for longer. */
const BREATH_MS = 100

/** New rows wait in the index's pending list. Merged here, no join has to do it. */
export function startTidyingSearch(pool: pg.Pool, logFailure: LogFailure): Repeating {
  const step = async () => {
    const { rows } = await pool.query<{ pages: string }>(
      `select gin_clean_pending_list('entry_listing_search') as pages`,
    )
    return rows[0]!.pages === '0' ? IDLE_MS : BREATH_MS
  }
  return startRepeating({ step, restMs: REST_MS, failure: 'the search index could not be tidied', logFailure })
}
