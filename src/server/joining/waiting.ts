import type { JoinRequest, JoinResponse } from '#shared/joining/join.ts'
import { AppError } from '../base/errors.ts'
import { isStatementError } from '../db/client.ts'
import type { Observed } from '../trust/observe.ts'
import { UnconfirmedError } from '../db/query.ts'

/** `is_new`: the request created the entry, also if this is a retry. `is_inserted`: it did so just now. */
export type JoinOutcome = Pick<JoinResponse, 'position' | 'referral_code'> & {
  entry_id: string
  is_new: boolean
  is_inserted: boolean
}

/** The person is about to be erased: nothing is stored. */
export const LEAVING = 'leaving'
/** The request waits for its confirmation, whether or not its address is on the list. */
export const KEPT = 'kept'

export type JoinAnswer = JoinOutcome | typeof KEPT
export type StoredOutcome = JoinAnswer | typeof LEAVING

export type HeldRequest = JoinRequest & {
  /** Whose token came with the request. */
  holder_id?: string | undefined
  /** The token was issued at joining, and not by a mail. */
  is_from_joining?: boolean | undefined
  seen?: Observed | undefined
  /** A program sent it: `seen` speaks of the address alone. */
  is_by_key?: boolean | undefined
  request_id?: string | undefined
}

/** `since`: by `performance.now()`. */
export type Waiting = {
  request: HeldRequest
  since: number
  resolve: (joined: JoinAnswer) => void
  reject: (error: AppError) => void
}

export const MAX_BATCH = 500

/** In seconds. */
const UNTIL_GONE = 30

/** Only once the next batch is on its way to the database. */
export function answer(people: Waiting[], outcomes: (StoredOutcome | undefined)[]): void {
  setImmediate(() =>
    people.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index]
      if (outcome === LEAVING) reject(new AppError('leaving', { retryAfter: UNTIL_GONE, isLogged: true }))
      else if (outcome) resolve(outcome)
    }),
  )
}

/** Each has its own message for the visitor. */
type Stage = 'lookup-failed' | 'position-failed' | 'insert-failed' | 'not-created' | 'update-failed'

export class StageError extends Error {
  readonly stage: Stage

  constructor(stage: Stage, options?: ErrorOptions) {
    super(`Joining failed at ${stage}`, options)
    this.stage = stage
  }
}

export function atStage<Result>(stage: Stage, statement: Promise<Result>): Promise<Result> {
  return statement.catch((cause: unknown) => {
    throw cause instanceof StageError ? cause : new StageError(stage, { cause })
  })
}

/** Without a connection, no stage was reached; after a lost commit, all may have been. */
export function toStageError(error: unknown): StageError {
  if (error instanceof UnconfirmedError) return new StageError('insert-failed', { cause: error })
  if (!(error instanceof StageError)) return new StageError('lookup-failed', { cause: error })
  if (error.stage !== 'position-failed' || isStatementError(error)) return error
  return new StageError('lookup-failed', { cause: error.cause })
}

type Queue = {
  readonly length: number
  add: (request: Omit<Waiting, 'since'>) => void
  take: (most: number) => Waiting[]
}

/** Few lines in the log, also in a crowd. */
const REFUSE_EVERY_MS = 100

/** `refuse` gets late requests, also if no batch can be sent. */
export function createQueue(longestWait: number, refuse: (late: Waiting[]) => void): Queue {
  const waiting: Waiting[] = []
  let watch: NodeJS.Timeout | undefined

  function refuseLate() {
    const oldest = performance.now() - longestWait
    const inTime = waiting.findIndex(({ since }) => since > oldest)
    const late = waiting.splice(0, inTime < 0 ? waiting.length : inTime)
    if (late.length > 0) refuse(late)
  }

  function watchFirst() {
    const [first] = waiting
    if (watch || !first) return
    const left = first.since + longestWait - performance.now()
    watch = setTimeout(
      () => {
        watch = undefined
        refuseLate()
        watchFirst()
      },
      Math.max(left, REFUSE_EVERY_MS),
    ).unref()
  }

  return {
    get length() {
      return waiting.length
    },
    add: (request) => {
      waiting.push({ ...request, since: performance.now() })
      watchFirst()
    },
    take: (most) => {
      refuseLate()
      return waiting.splice(0, most)
    },
  }
}

type ExpectedWait = {
  /** Call what it returns, with the number of people stored, when the batch is done. */
  begin: () => (stored: number) => void
  of: (waiting: number) => number
}

const UNSEEN_BATCH_MS = 100

export function createExpectedWait(fullBatch: number): ExpectedWait {
  let batchMs = UNSEEN_BATCH_MS
  const underWay = new Set<{ begun: number }>()
  let lastEnd = 0
  let earlier: { stored: number; took: number } | undefined
  return {
    begin: () => {
      const batch = { begun: performance.now() }
      underWay.add(batch)
      return (stored) => {
        const took = performance.now() - Math.max(batch.begun, lastEnd)
        underWay.delete(batch)
        lastEnd = performance.now()
        // Every batch has a fixed cost, so a small one predicts nothing.
        if (stored >= fullBatch / 2) learn({ stored, took })
      }
    },
    // A hanging batch counts, too.
    of: (waiting) => sinceOldest() + (waiting / fullBatch) * batchMs,
  }

  /** Of two that are answered at once, the second would seem to have taken no time. */
  function learn(later: { stored: number; took: number }) {
    if (!earlier) {
      earlier = later
      return
    }
    const full = ((earlier.took + later.took) * fullBatch) / (earlier.stored + later.stored)
    earlier = undefined
    // Reading a crowd's requests slows batches for a while.
    batchMs += (full - batchMs) / (full < batchMs ? 2 : 16)
  }

  function sinceOldest(): number {
    const [oldest] = underWay
    return oldest ? performance.now() - Math.max(oldest.begun, lastEnd) : 0
  }
}
