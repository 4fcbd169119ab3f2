import type { JoinRequest, JoinResponse } from '#shared/join.ts'
import type { AppError } from '../errors.ts'

/** A place in the queue, and whether the request made a new entry. */
export type JoinOutcome = JoinResponse & { is_new: boolean }

/** Somebody who waits for the answer to their request. */
export type Waiting = {
  request: JoinRequest
  resolve: (joined: JoinOutcome) => void
  reject: (error: AppError) => void
}

/** Beyond this a larger batch gains nothing, and everybody in it waits for the last. */
export const MAX_BATCH = 500

/** Answers those who have an answer, but only after the next batch is on its way to the database. */
export function answer(batch: Waiting[], joined: (JoinOutcome | null | undefined)[]): void {
  setImmediate(() =>
    batch.forEach(({ resolve }, index) => {
      const outcome = joined[index]
      if (outcome) resolve(outcome)
    }),
  )
}
