import type pg from 'pg'
import type { LogFailure } from '../../base/log-failures.ts'
import type { Repeating } from '../../base/start-repeating.ts'
import { startFollowing } from '../../events/follow-log.ts'
import { LISTING } from './follow.ts'

export function startListing({ pool, logFailure }: { pool: pg.Pool; logFailure: LogFailure }): Repeating {
  const failures = { step: 'joins could not be counted', setAside: 'some people are missing in lists and figures' }
  // Whoever reads the listing follows what is missing.
  return startFollowing({ pool, follower: LISTING, failures, idleMs: 2_000, logFailure })
}
