import type pg from 'pg'
import type { JoinRequest } from '#shared/join.ts'
import { AppError } from '../errors.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { drawCode } from './draw-code.ts'
import { createExpectedWait } from './expected-wait.ts'
import { createJoinStepByStep } from './join-step-by-step.ts'
import type { Joined } from './plan-batch.ts'
import { StageError } from './stage-error.ts'
import { answer, MAX_BATCH, type Waiting } from './waiting.ts'
import { createWelcome } from './welcome-newcomers.ts'

export type JoinWaitlist = {
  /** Puts one person on the list. Throws an AppError that names the stage that failed; then nothing is stored. */
  join: (request: JoinRequest) => Promise<Joined>
  /** Throws an AppError when somebody who came now would wait too long. Cheap: ask before anything else is done for them. */
  admit: () => void
}

type Dependencies = {
  pool: pg.Pool
  enqueue: Enqueue
  onFailure: (error: StageError) => void
  draw?: (() => string) | undefined
  /** Milliseconds; who would wait longer is refused. */
  longestWait?: number | undefined
}

/** Fewer wait for a batch to end rather than follow it in one of their own: small ones cost more for each. */
const MIN_FOLLOWING = 32
const LONGEST_WAIT_MS = 5_000

/**
 * Requests that arrive while a transaction is under way share the next one, so a crowd costs hardly more than one
 * visitor and the throughput grows with the load. Everybody is taken for a newcomer first, because nearly everybody is
 * one. See docs/decisions/0003-joins-in-batches.md and 0023-newcomers-in-one-statement.md. Of a crowd that is too large
 * even so, the surplus is refused at once: those who wait still get their turn soon, and memory has a bound.
 */
export function createJoin({
  pool,
  enqueue,
  onFailure,
  draw = drawCode,
  longestWait = LONGEST_WAIT_MS,
}: Dependencies): JoinWaitlist {
  const waiting: Waiting[] = []
  /** In the order in which they were sent. A batch is empty until it has taken those who wait. */
  const underWay = new Set<Waiting[]>()
  const expectedWait = createExpectedWait(MAX_BATCH)
  const welcome = createWelcome({ pool, draw, onFailure })
  const others = createJoinStepByStep({ pool, enqueue, draw, onFailure, fail })
  return {
    admit: () => {
      const wait = Math.max(expectedWait.of(waiting.length), others.expectedWait())
      if (wait > longestWait) throw tooBusy(wait)
    },
    join: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject })
        if (isWorthSending()) void work()
      }),
  }

  /** A second batch follows one that is under way when it is as large, so that the database never waits for us. */
  function isWorthSending(): boolean {
    const [first, second] = underWay
    if (!first) return waiting.length > 0
    return !second && first.length > 0 && waiting.length >= Math.max(first.length, MIN_FOLLOWING)
  }

  async function work() {
    const batch: Waiting[] = []
    underWay.add(batch)
    const end = expectedWait.begin()
    end(await settle(batch))
    underWay.delete(batch)
    if (isWorthSending()) void work()
  }

  /** Answers how many it has put on the list. */
  async function settle(batch: Waiting[]): Promise<number> {
    const take = () => {
      batch.push(...waiting.splice(0, MAX_BATCH))
      return batch.map(({ request }) => request)
    }
    try {
      const welcomed = await welcome(take)
      answer(batch, welcomed)
      const left = batch.filter((_, index) => !welcomed[index])
      others.join(left)
      return batch.length - left.length
    } catch (error) {
      // Nobody was taken yet: those who wait fail now, because nothing else would take them.
      if (batch.length === 0) take()
      fail(batch, error)
      return 0
    }
  }

  function fail(batch: Waiting[], error: unknown) {
    const failure = error instanceof StageError ? error : new StageError('lookup-failed', { cause: error })
    onFailure(failure)
    for (const { reject } of batch) reject(toAppError(failure))
  }
}

function tooBusy(wait: number): AppError {
  return new AppError('position-failed', { retryAfter: Math.ceil(wait / 1_000), isLogged: true })
}

function toAppError(failure: StageError): AppError {
  // A credit that fails has been left to a job by now.
  return new AppError(failure.stage === 'credit' ? 'insert-failed' : failure.stage, { cause: failure, isLogged: true })
}
