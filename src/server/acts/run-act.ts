import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { reasonOf } from '../db/client.ts'
import { inTransaction } from '../db/transaction.ts'
import type { OwnWork } from '../outbox/channel.ts'
import type { ActKinds } from './kinds.ts'
import { recordProblem } from './store/act-queries.ts'
import { type Part, runPart } from './run-part.ts'

const LOOK_AGAIN_MS = 1_000

/** In short transactions, so that people can join in between. After an interruption it resumes with the entries that still wait. */
export function createRunAct({ pool, kinds }: { pool: pg.Pool; kinds: ActKinds }): OwnWork {
  return ({ subject }, signal) => run(subject, signal)

  async function run(actId: string, signal: AbortSignal): Promise<void> {
    let before: Part | null = null
    for (;;) {
      signal.throwIfAborted()
      const part: Part = await inTransaction(pool, (tx) =>
        runPart(tx, kinds, { actId, after: before?.reached ?? null }),
      ).catch(async (error: unknown) => {
        // Stores only the reason of a PostgreSQL error: its details quote the row, which is personal data.
        await recordProblem(pool, { id: actId, problem: reasonOf(error) })
        throw error
      })
      if (part.isOver) return
      const tookMs = performance.now() - part.lockedAt
      const areJoining = before !== null && part.joined.before > before.joined.after
      if (part.reached === null) await sleep(LOOK_AGAIN_MS, undefined, { signal })
      else if (areJoining) await sleep(Math.max(part.pace.rest * tookMs, part.pace.leastRestMs), undefined, { signal })
      before = part
    }
  }
}
