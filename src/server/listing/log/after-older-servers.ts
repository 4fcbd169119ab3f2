import type pg from 'pg'
import { DAY_MS } from '#shared/values/durations.ts'
import type { LogFailure } from '../../base/log-failures.ts'
import { type Repeating, startRepeating } from '../../base/start-repeating.ts'
import { readUnlogged } from './queries.ts'

const REST_MS = 1_000
const MINUTE_MS = 60_000

type Mending = {
  pool: pg.Pool
  /** Mends what servers of the previous version stored. Idempotent. Returns false to be called again in a minute. */
  step: () => Promise<boolean | void>
  /** The sentence to log when the step fails. */
  failure: string
  logFailure: LogFailure
}

/**
 * Runs a step at the start, again once servers of the previous version have stored joins and then none for a minute, and
 * once a day.
 */
export function mendAfterOlderServers({ pool, step, failure, logFailure }: Mending): Repeating {
  let seen: number | undefined
  let last: { unlogged: number; at: number } | undefined
  const look = async () => {
    const { unlogged } = await readUnlogged(pool)
    const isQuiet = unlogged === seen
    seen = unlogged
    const isDue = !last || (isQuiet && unlogged !== last.unlogged) || performance.now() - last.at > DAY_MS
    if (!isDue) return MINUTE_MS
    if ((await step()) !== false) last = { unlogged, at: performance.now() }
    return MINUTE_MS
  }
  return startRepeating({ step: look, restMs: REST_MS, failure, logFailure })
}
