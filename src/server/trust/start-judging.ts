import { startRepeating } from '../listing/start-repeating.ts'
import { dropStaleKeys } from '../people/email-keys.ts'
import { TRACE_DAYS } from '#site/trust.ts'
import { dropAlarms } from './alarm-queries.ts'
import { dropProofs } from './challenges.ts'
import { judgeDomains, judgeJoins, judgeRules, judgeUnkeyed, type Judging, type Turn } from './judge-joins.ts'
import { dropDomains } from './look-up-domains.ts'
import { dropTraces } from './queries.ts'

const REST_MS = 1_000
/** Judging takes at most this share of the time, so that joins stay fast; what is left waits. */
const SHARE = 0.05
/** A farm's turn may take seconds, and what it gained must not count for long. */
const MOST_REST_MS = 5_000
/** Looking domains up is nearly all waiting. */
const SHARE_OF_WAITING = 0.5
/** Between two ranges of a long list. */
const BREATH_MS = 50
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

type Options = { onError: (error: Error) => void; restMs?: number | undefined }

/** Judges joins beside everything else, and forgets their traces after some weeks. Every server runs this; one is at it. */
export function startJudging(judging: Judging, { onError, restMs = REST_MS }: Options): { stop: () => Promise<void> } {
  const turn = (judge: (judging: Judging) => Promise<Turn>, share: number) =>
    startRepeating(async () => {
      const began = performance.now()
      const done = await judge(judging).catch((error: Error) => {
        onError(error)
        return null
      })
      const took = performance.now() - began
      return Math.max(Math.min(took / share - took, MOST_REST_MS), done?.isMore ? 10 : restMs)
    }, restMs)
  let keyed = 0
  // At each start, and once a day in case a server of the version before still runs.
  const keying = startRepeating(async () => {
    const next = await judgeUnkeyed(judging, keyed).catch((error: Error) => {
      onError(error)
      throw error
    })
    if (next === null) await dropStaleKeys(judging.pool)
    keyed = next ?? 0
    return next === null ? DAY_MS : BREATH_MS
  }, restMs)
  const forgetting = startRepeating(async () => {
    const before = new Date(judging.now().getTime() - TRACE_DAYS * DAY_MS)
    await dropProofs(judging.pool)
    await dropDomains(judging.pool)
    await dropAlarms(judging.pool, before)
    return (await dropTraces(judging.pool, before)) ? restMs : HOUR_MS
  }, restMs)
  const parts = [
    turn(judgeJoins, SHARE),
    turn(judgeRules, SHARE),
    turn(judgeDomains, SHARE_OF_WAITING),
    keying,
    forgetting,
  ]
  return {
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}
