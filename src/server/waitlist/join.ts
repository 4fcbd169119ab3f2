import type pg from 'pg'
import type { JoinRequest } from '#shared/join.ts'
import { isConflict, isDataError } from '../db/sqlstate.ts'
import { AppError } from '../errors.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { createExpectedWait } from './expected-wait.ts'
import type { Joined } from './plan-batch.ts'
import { StageError, storeBatch } from './store-batch.ts'

export type JoinWaitlist = {
  /** Puts one person on the list. Throws an AppError that names the stage that failed; then nothing is stored. */
  join: (request: JoinRequest) => Promise<Joined>
  /** Throws an AppError when somebody who came now would wait too long. Cheap: ask before anything else is done for them. */
  admit: () => void
}

type Waiting = { request: JoinRequest; resolve: (joined: Joined) => void; reject: (error: AppError) => void }
type Dependencies = {
  pool: pg.Pool
  enqueue: Enqueue
  onFailure: (error: StageError) => void
  draw?: (() => string) | undefined
  /** Milliseconds; who would wait longer is refused. */
  longestWait?: number | undefined
}

/** Beyond this a larger batch gains nothing, and everybody in it waits for the last. */
const MAX_BATCH = 500
const MAX_CONFLICTS = 5
const LONGEST_WAIT_MS = 5_000

/**
 * Requests that arrive while a transaction is under way share the next one, so a crowd costs hardly more than one
 * visitor and the throughput grows with the load. See docs/decisions/0003-joins-in-batches.md. Of a crowd that is too
 * large even so, the surplus is refused at once: those who wait still get their turn soon, and memory has a bound.
 */
export function createJoin({ onFailure, longestWait = LONGEST_WAIT_MS, ...storage }: Dependencies): JoinWaitlist {
  const waiting: Waiting[] = []
  const expectedWait = createExpectedWait(MAX_BATCH)
  let isBusy = false
  return {
    admit: () => {
      const wait = expectedWait.of(waiting.length)
      if (wait > longestWait) throw tooBusy(wait)
    },
    join: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject })
        if (!isBusy) void work()
      }),
  }

  async function work() {
    isBusy = true
    try {
      while (waiting.length > 0) {
        const batch = waiting.splice(0, MAX_BATCH)
        expectedWait.begin()
        await settle(batch)
        expectedWait.end(batch.length)
      }
    } finally {
      isBusy = false
    }
  }

  async function settle(batch: Waiting[]): Promise<void> {
    try {
      const joined = await store(batch.map(({ request }) => request))
      // The next batch is on its way to the database before anybody is answered.
      setImmediate(() => batch.forEach(({ resolve }, index) => resolve(joined[index]!)))
    } catch (error) {
      const failure = error instanceof StageError ? error : new StageError('lookup-failed', { cause: error })
      // One visitor's bad luck is never another's.
      if (batch.length > 1 && isDataError(failure.cause)) {
        for (const one of batch) await settle([one])
        return
      }
      onFailure(failure)
      for (const { reject } of batch) reject(toAppError(failure))
    }
  }

  async function store(requests: JoinRequest[], conflicts = 0, withCredits = true): Promise<Joined[]> {
    try {
      return await storeBatch(storage, { requests, withCredits })
    } catch (error) {
      if (!(error instanceof StageError)) throw error
      if (isConflict(error.cause) && conflicts < MAX_CONFLICTS) return store(requests, conflicts + 1, withCredits)
      if (error.stage !== 'credit') throw error
      onFailure(error)
      return store(requests, conflicts, false)
    }
  }
}

function tooBusy(wait: number): AppError {
  return new AppError('position-failed', { retryAfter: Math.ceil(wait / 1_000), isLogged: true })
}

function toAppError(failure: StageError): AppError {
  return new AppError(failure.stage === 'credit' ? 'insert-failed' : failure.stage, { cause: failure, isLogged: true })
}
