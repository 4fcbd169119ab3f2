import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import type { ContactRequest } from '#shared/joining/contact.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../base/errors.ts'
import { enqueue } from '../outbox/rows.ts'
import { tellOf } from '../outbox/tell-endpoints.ts'
import { announceMessage } from '../listing/rows/counter.ts'
import { insertMessage } from './queries.ts'

export type StoreMessage = (message: ContactRequest) => Promise<void>

type Dependencies = {
  pool: pg.Pool
  /** The dashboards show the message after their next refresh. */
  onUntold: (error: unknown) => void
}

export function createStoreMessage({ pool, onUntold }: Dependencies): StoreMessage {
  return async (message) => {
    await inTransaction(pool, async (tx) => {
      const id = randomUUIDv7()
      await insertMessage(tx, { id, ...message })
      await enqueue(tx, 'send-contact-message', [id])
      await tellOf(tx, 'message.received', [id])
    }).catch((cause: unknown) => {
      throw new AppError('unavailable', { cause })
    })
    // Under load the counter's lock may take a while. The visitor does not wait for it, and a failure does not lose
    // the message.
    announceMessage(pool).catch(onUntold)
  }
}
