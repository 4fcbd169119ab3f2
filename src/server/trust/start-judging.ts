import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating, together } from '../base/start-repeating.ts'
import { TRACE_DAYS } from '#site/trust.ts'
import type { Task } from '../db/tasks.ts'
import { dropAlarms } from './floods/alarm-queries.ts'
import { dropProofs } from './floods/challenges.ts'
import { judgeDomains, judgeJoins, type Judging, type Turn } from './judge-joins.ts'
import { dropDomains } from './look-up-domains.ts'
import { dropTraces } from './queries.ts'

const REST_MS = 1_000
/** So that joins stay fast. */
const SHARE = 0.05
/** A turn with the joins of a farm may take seconds, but their gains must not count for long. */
const MOST_REST_MS = 5_000
/** A look-up mostly waits for a resolver. */
const SHARE_OF_WAITING = 0.5
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

export function startJudging({ logFailure, ...judging }: Judging & { logFailure: LogFailure }): Repeating {
  const repeat = (step: () => Promise<number>, failure: string) =>
    startRepeating({ step, restMs: REST_MS, failure, logFailure })
  const turn = (judge: (judging: Judging) => Promise<Turn>, share: number) => async () => {
    const began = performance.now()
    const done = await judge(judging)
    const took = performance.now() - began
    return Math.max(Math.min(took / share - took, MOST_REST_MS), done?.isMore ? 10 : REST_MS)
  }
  return together([
    repeat(turn(judgeJoins, SHARE), 'joins could not be judged'),
    repeat(turn(judgeDomains, SHARE_OF_WAITING), 'mail domains could not be judged'),
  ])
}

export function forgettingTraces({ pool, now }: Pick<Judging, 'pool' | 'now'>): Task {
  return {
    name: 'delete traces of joins',
    everyMs: HOUR_MS,
    failure: 'traces of joins could not be deleted',
    run: async () => {
      const before = new Date(now().getTime() - TRACE_DAYS * DAY_MS)
      await dropProofs(pool)
      await dropDomains(pool)
      await dropAlarms(pool, before)
      if (await dropTraces(pool, before)) return REST_MS
    },
  }
}
