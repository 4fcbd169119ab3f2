import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import type { ContactRequest } from '#shared/contact.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../errors.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { announceMessage } from '../listing/counter.ts'
import { insertMessage } from './queries.ts'

/**
 * Stores a message and the job that mails it, both or neither. Throws an AppError while the database is unavailable.
 */
export type StoreMessage = (message: ContactRequest) => Promise<void>

export function createStoreMessage({ pool, enqueue }: { pool: pg.Pool; enqueue: Enqueue }): StoreMessage {
  return (message) =>
    inTransaction(pool, async (tx) => {
      const id = randomUUIDv7()
      await insertMessage(tx, { id, ...message })
      await enqueue(tx, 'send-contact-message', [{ message_id: id }])
      await announceMessage(tx)
    }).catch((cause: unknown) => {
      throw new AppError('unavailable', { cause })
    })
}
