import type { JoinRequest, JoinResponse } from '#shared/joining/join.ts'
import { AppError } from '../base/errors.ts'
import type { Observed } from '../trust/observe.ts'
import type { InsertedEntry } from './insert-newcomers.ts'

/** A person's position and code, and whether the request created a new entry. */
export type JoinOutcome = Pick<JoinResponse, 'position' | 'referral_code'> & {
  entry_id: string
  is_new: boolean
  /**
   * False for people on the list, and for a retry of the request that created the entry, which gets the same answer.
   */
  is_inserted: boolean
}

/** The outcome for a person who is about to be erased: nothing is stored. They may join again soon. */
export const LEAVING = 'leaving'

/** The outcome of a request that waits for its confirmation, whether or not its address is on the list. */
export const KEPT = 'kept'

/** The answer to a visitor. */
export type JoinAnswer = JoinOutcome | typeof KEPT

/** The outcome of storing a request. */
export type StoredOutcome = JoinAnswer | typeof LEAVING

/** The outcome for a person who was new. */
export function toOutcome({ id, position, referral_code }: InsertedEntry): JoinOutcome {
  return { entry_id: id, position, referral_code, is_new: true, is_inserted: true }
}

/** A request, with the other facts that the server knows about it. */
export type HeldRequest = JoinRequest & {
  /** The entry whose token came with the request, from the browser that joined or a mailed link. */
  holder_id?: string | undefined
  /** Whether that token was issued at joining, and not by a mail. */
  is_from_joining?: boolean | undefined
  seen?: Observed | undefined
  /** Whether a program with an API key sent the request. `seen` then has signals of the address alone. */
  is_by_key?: boolean | undefined
  /** Names the request in the log. */
  request_id?: string | undefined
}

/** A request that waits for its answer. */
export type Waiting = {
  request: HeldRequest
  /** When the request came, as `performance.now()`. */
  since: number
  resolve: (joined: JoinAnswer) => void
  reject: (error: AppError) => void
}

/** A larger batch would gain nothing, and everybody in it would wait for the last one. */
export const MAX_BATCH = 500

/**
 * Answers the requests of a batch, but only once the next batch is on its way to the database. Requests without an
 * outcome stay unanswered.
 */
export function answer(batch: Waiting[], joined: (StoredOutcome | null)[]): void {
  setImmediate(() =>
    batch.forEach(({ resolve, reject }, index) => {
      const outcome = joined[index]
      if (outcome === LEAVING) reject(new AppError('leaving', { retryAfter: UNTIL_GONE, isLogged: true }))
      else if (outcome) resolve(outcome)
    }),
  )
}

/** The seconds after which an erasure has usually ended. */
const UNTIL_GONE = 30
