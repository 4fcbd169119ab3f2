import type { LogFailure } from '../base/log-failures.ts'
import { dropStaleKeys } from '../people/addresses/email-keys.ts'
import { type Repeating, startRepeating, together } from '../base/start-repeating.ts'
import { TRACE_DAYS } from '#site/trust.ts'
import { dropAlarms } from './floods/alarm-queries.ts'
import { dropProofs } from './floods/challenges.ts'
import { judgeDomains, judgeJoins, judgeRules, judgeUnkeyed, type Judging, type Turn } from './judge-joins.ts'
import { dropDomains } from './look-up-domains.ts'
import { dropTraces } from './queries.ts'

const REST_MS = 1_000
/** Judging takes at most this share of the time, so that joins stay fast. The remaining work waits. */
const SHARE = 0.05
/**
 * The longest rest: a turn with the joins of a referral farm may take seconds, but their gains must not count for long.
 */
const MOST_REST_MS = 5_000
/** The same for looking up domains. It may be larger, because a look-up mostly waits for the answers of a resolver. */
const SHARE_OF_WAITING = 0.5
/** The rest between two ranges of a long list. */
const BREATH_MS = 50
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/**
 * Judges joins in the background, and deletes their traces after some weeks. Every server runs this, but only one takes
 * each turn.
 */
export function startJudging({ logFailure, ...judging }: Judging & { logFailure: LogFailure }): Repeating {
  const repeat = (step: () => Promise<number>, failure: string) =>
    startRepeating({ step, restMs: REST_MS, failure, logFailure })
  const turn = (judge: (judging: Judging) => Promise<Turn>, share: number) => async () => {
    const began = performance.now()
    const done = await judge(judging)
    const took = performance.now() - began
    return Math.max(Math.min(took / share - took, MOST_REST_MS), done?.isMore ? 10 : REST_MS)
  }
  let keyed = 0
  // Runs at each start, and once a day in case a server of the previous version still runs.
  const key = async () => {
    const next = await judgeUnkeyed(judging, keyed)
    if (next === null) await dropStaleKeys(judging.pool)
    keyed = next ?? 0
    return next === null ? DAY_MS : BREATH_MS
  }
  const forget = async () => {
    const before = new Date(judging.now().getTime() - TRACE_DAYS * DAY_MS)
    await dropProofs(judging.pool)
    await dropDomains(judging.pool)
    await dropAlarms(judging.pool, before)
    return (await dropTraces(judging.pool, before)) ? REST_MS : HOUR_MS
  }
  return together([
    repeat(turn(judgeJoins, SHARE), 'joins could not be judged'),
    repeat(turn(judgeRules, SHARE), 'joins could not be judged by a new rule'),
    repeat(turn(judgeDomains, SHARE_OF_WAITING), 'mail domains could not be judged'),
    repeat(key, 'addresses could not be keyed'),
    repeat(forget, 'traces of joins could not be deleted'),
  ])
}
