import type { JoinRequest, JoinResponse } from '#shared/joining/join.ts'
import { AppError } from '../base/errors.ts'
import type { Observed } from '../trust/observe.ts'
import type { InsertedEntry } from './insert-newcomers.ts'

/** A person's position and code, and whether the request created a new entry. */
export type JoinOutcome = Pick<JoinResponse, 'position' | 'referral_code'> & {
  entry_id: string
  is_new: boolean
  /** False for a retry of the request that created the entry, which gets the same answer. */
  is_inserted: boolean
}

/** The outcome for a person who is about to be erased: nothing is stored in their name. They may join again soon. */
export const LEAVING = 'leaving'

/** The outcome of a request that waits for its confirmation, whatever the list knew of its address. */
export const KEPT = 'kept'

/** What a visitor is told. */
export type JoinAnswer = JoinOutcome | typeof KEPT

/** The outcome of storing a request. */
export type StoredOutcome = JoinAnswer | typeof LEAVING

/** The outcome for a person who was new. */
export function toOutcome({ id, position, referral_code }: InsertedEntry): JoinOutcome {
  return { entry_id: id, position, referral_code, is_new: true, is_inserted: true }
}

/** A request, with what else the server knows of it. */
export type HeldRequest = JoinRequest & {
  /** The entry whose token came with the request, from the browser that joined or a mailed link. */
  holder_id?: string | undefined
  /** Whether that token came from joining, and so from no mail. */
  is_from_joining?: boolean | undefined
  seen?: Observed | undefined
  /** Whether a program with a key sent it, on its server's word. */
  is_by_key?: boolean | undefined
  /** Names the request in the log. */
  request_id?: string | undefined
}

/** A request that waits for its answer. */
export type Waiting = {
  request: HeldRequest
  /** When it came, as `performance.now()`. */
  since: number
  resolve: (joined: JoinAnswer) => void
  reject: (error: AppError) => void
}

/** A larger batch would gain nothing, and everybody in it would wait for the last one. */
export const MAX_BATCH = 500

/** Sends the answers of the joined requests, but only once the next batch is on its way to the database. */
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
