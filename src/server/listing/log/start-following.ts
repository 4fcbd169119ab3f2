import type pg from 'pg'
import type { LogFailure } from '../../base/log-failures.ts'
import { type Repeating, startRepeating, together } from '../../base/start-repeating.ts'
import { followNext, followSetAside } from './follow.ts'
import { mendSums } from './mend.ts'
import { dropOldEvents, isLevel, readUnlogged } from './queries.ts'

/**
 * Joins are counted within this time even if nobody reads the lists. Counting several joins together costs less for
 * each.
 */
const REST_MS = 500
/** The share of the time that is spent following a long log. The rest is left to the joins. */
const SHARE = 0.5
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How long the log is kept for its readers. */
const LOG_DAYS = 7

/** Keeps the listing and its sums up to date with the log while people join. One server at a time does the work. */
export function startFollowingLog({ pool, logFailure }: { pool: pg.Pool; logFailure: LogFailure }): Repeating {
  const follow = async () => {
    if (await isLevel(pool)) return REST_MS
    const began = performance.now()
    const step = await followNext(pool)
    const took = performance.now() - began
    return step?.isMore ? took / SHARE - took : REST_MS
  }
  const again = async () => {
    const failed = await followSetAside(pool)
    if (failed > 0) throw new Error(`${failed} entries cannot be listed; npm run verify names them`)
  }
  // Waits until a server of the previous version has stored no joins for a minute. Recounts nothing at a start.
  let known = 0
  const mend = async () => {
    const { unlogged, mended } = await readUnlogged(pool)
    if (unlogged !== mended && unlogged === known) await mendSums(pool, unlogged)
    known = unlogged
  }
  const drop = async () => ((await dropOldEvents(pool, LOG_DAYS)) ? REST_MS : HOUR_MS)
  const repeat = (step: () => Promise<number | void>, restMs: number, failure: string) =>
    startRepeating({ step, restMs, failure, logFailure })
  return together([
    repeat(follow, REST_MS, 'joins could not be counted'),
    repeat(again, MINUTE_MS, 'some people are missing in lists and figures'),
    repeat(mend, MINUTE_MS, 'the sums could not be recounted'),
    repeat(drop, HOUR_MS, 'the log of entries could not be shortened'),
  ])
}
