import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isConflict, isDataError } from '../db/sqlstate.ts'
import { UnconfirmedError } from '../db/transaction.ts'
import { createExpectedWait } from './expected-wait.ts'
import type { AddressKey } from '../people/addresses/erased-addresses.ts'
import { type StageError, toStageError } from './stage-error.ts'
import { storeBatch } from './store-batch.ts'
import { answer, type HeldRequest, MAX_BATCH, type StoredOutcome, type Waiting } from './waiting.ts'

export type JoinCarefully = {
  join: (people: Waiting[]) => void
  /** The expected wait of a new request here, in milliseconds. */
  expectedWait: () => number
}

type Dependencies = {
  pool: pg.Pool
  draw: () => string
  onFailure: (error: StageError) => void
  fail: (batch: Waiting[], failure: StageError) => void
  /** The key that hashes addresses. */
  readKey: () => Promise<AddressKey>
  asksToConfirm: () => boolean
}

/**
 * Requests are collected for this long: few people in a crowd of newcomers join again, and a transaction costs about
 * the same for one request as for many.
 */
const GATHERING_MS = 25
const MAX_CONFLICTS = 5

/**
 * Stores the requests that `join.ts` could not handle: those of people on the list, and batches that PostgreSQL
 * refused. Each stage is a statement of its own, so that a failure names its stage. Data that PostgreSQL refuses fails
 * only the request that sent it. A failed credit is left to a job. See docs/decisions/0041-one-joining-rule.md.
 */
export function createJoinCarefully({ onFailure, fail, ...storing }: Dependencies): JoinCarefully {
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

  /** Returns the number of stored requests. */
  async function settle(batch: Waiting[]): Promise<number> {
    try {
      answer(batch, await store(batch.map(({ request }) => request)))
      return batch.length
    } catch (error) {
      if (batch.length === 1 || !isDataError(error)) {
        fail(batch, toStageError(error))
        return 0
      }
      let stored = 0
      for (const one of batch) stored += await settle([one])
      return stored
    }
  }

  async function store(requests: HeldRequest[], conflicts = 0, creditsLater = false): Promise<StoredOutcome[]> {
    try {
      return await storeBatch(storing, { requests, creditsLater })
    } catch (error) {
      if (isConflict(error) && conflicts < MAX_CONFLICTS) return store(requests, conflicts + 1, creditsLater)
      if (creditsLater || !mayHaveCredits(requests, error as StageError)) throw error
      onFailure(error as StageError)
      return store(requests, conflicts, true)
    }
  }
}

/**
 * Whether a credit may have caused the failure: an entry and its credit are stored in one statement. After a lost
 * commit, everybody may be on the list already.
 */
function mayHaveCredits(requests: HeldRequest[], { stage, cause }: StageError): boolean {
  if (stage !== 'insert-failed' || cause instanceof UnconfirmedError) return false
  return requests.some(({ used_referral_code }) => used_referral_code)
}
