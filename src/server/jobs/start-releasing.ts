import type pg from 'pg'
import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating } from '../base/start-repeating.ts'
import { BEAT_SECONDS } from './queues.ts'
import { findSilent, releaseJobs } from './release-queries.ts'

type Dependencies = { pool: pg.Pool; logFailure: LogFailure }

/**
 * Makes the jobs of a dead server due again within half a minute. A job is released only if two checks in a row find
 * the same old heartbeat. So after a sleep of the machine or an outage of the database, every server can send a
 * heartbeat between the two checks.
 */
export function startReleasing({ pool, logFailure }: Dependencies): Repeating {
  let suspects: string[] = []
  const step = async () => {
    const silentBefore = suspects
    suspects = []
    if (silentBefore.length > 0) await releaseJobs(pool, silentBefore)
    suspects = await findSilent(pool)
  }
  const failure = 'jobs of dead servers could not be released'
  return startRepeating({ step, restMs: BEAT_SECONDS * 1_000, atOnce: true, failure, logFailure })
}
