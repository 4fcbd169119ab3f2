import type pg from 'pg'
import type { Jobs } from '../jobs/jobs.ts'
import { markNotSetUp } from './queries.ts'

/** Does the job `send-contact-message`. */
export type SendMessages = (bodies: Jobs['send-contact-message'][]) => Promise<void>

/** Mail cannot be set up yet, so what would have been sent is noted for a catch-up. */
export function createSendMessages({ pool }: { pool: pg.Pool }): SendMessages {
  return (bodies) =>
    markNotSetUp(
      pool,
      bodies.map(({ message_id }) => message_id),
    )
}
