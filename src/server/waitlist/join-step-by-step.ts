import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { JoinRequest } from '#shared/join.ts'
import { isConflict, isDataError } from '../db/sqlstate.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { createExpectedWait } from './expected-wait.ts'
import type { Joined } from './plan-batch.ts'
import { StageError } from './stage-error.ts'
import { storeBatch } from './store-batch.ts'
import { answer, MAX_BATCH, type Waiting } from './waiting.ts'

export type JoinStepByStep = {
  join: (people: Waiting[]) => void
  /** Milliseconds that somebody who came now would wait. */
  expectedWait: () => number
}

type Dependencies = {
  pool: pg.Pool
  enqueue: Enqueue
  draw: () => string
  onFailure: (error: StageError) => void
  fail: (batch: Waiting[], error: unknown) => void
}

/** Few come again in a crowd of newcomers, and a transaction costs much the same for one as for many: wait for more. */
const GATHERING_MS = 25
const MAX_CONFLICTS = 5

/**
 * Joins whom the one statement left: people whom the list knows, and everybody when it was refused. Says at which stage
 * it fails; data that is refused fails nobody but its sender. See docs/decisions/0003-joins-in-batches.md.
 */
export function createJoinStepByStep({ pool, enqueue, draw, onFailure, fail }: Dependencies): JoinStepByStep {
  const waiting: Waiting[] = []
  const expectedWait = createExpectedWait(MAX_BATCH)
  let isBusy = false
  return {
    expectedWait: () => expectedWait.of(waiting.length),
    join: (people) => {
      waiting.push(...people)
      if (!isBusy) void work()
    },
  }

  async function work() {
    isBusy = true
    while (waiting.length > 0) {
      await sleep(GATHERING_MS)
      const batch = waiting.splice(0, MAX_BATCH)
      const end = expectedWait.begin()
      end(await settle(batch))
    }
    isBusy = false
  }

  /** Answers how many it has stored. */
  async function settle(batch: Waiting[]): Promise<number> {
    try {
      answer(batch, await store(batch.map(({ request }) => request)))
      return batch.length
    } catch (error) {
      // One visitor's bad luck is never another's.
      if (batch.length > 1 && isDataError(error)) {
        let stored = 0
        for (const one of batch) stored += await settle([one])
        return stored
      }
      fail(batch, error)
      return 0
    }
  }

  async function store(requests: JoinRequest[], conflicts = 0, withCredits = true): Promise<Joined[]> {
    try {
      return await storeBatch({ pool, enqueue, draw }, { requests, withCredits })
    } catch (error) {
      if (!(error instanceof StageError)) throw error
      if (isConflict(error) && conflicts < MAX_CONFLICTS) return store(requests, conflicts + 1, withCredits)
      if (error.stage !== 'credit') throw error
      onFailure(error)
      return store(requests, conflicts, false)
    }
  }
}
