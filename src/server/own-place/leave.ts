import type pg from 'pg'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { EraseEntries } from '../erasing/erase-entries.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { advanceCounter, lockCounter } from '../listing/counter.ts'

type Dependencies = { pool: pg.Pool; eraseEntries: EraseEntries }

/**
 * Erases a person who wants to leave. Something that is under way about them, as a mail, comes to its end first, and a job
 * erases them then.
 */
export type Leave = (entryId: string) => Promise<void>

export function createLeave({ pool, eraseEntries, enqueue }: Dependencies & { enqueue: Enqueue }): Leave {
  return (entryId) =>
    inTransaction(pool, async (tx) => {
      if ((await erase(tx, eraseEntries, entryId)) === 'busy') await enqueue(tx, 'leave', [{ entry_id: entryId }])
    })
}

/** The job. It is idempotent, and throws while something is under way, so that it is tried again. */
export function createLeaveLater({ pool, eraseEntries }: Dependencies): (people: Jobs['leave'][]) => Promise<void> {
  return async (people) => {
    for (const { entry_id } of people) {
      const outcome = await inTransaction(pool, (tx) => erase(tx, eraseEntries, entry_id))
      if (outcome === 'busy') throw new Error('Something is under way about this person')
    }
  }
}

async function erase(tx: Transaction, eraseEntries: EraseEntries, entryId: string): Promise<'busy' | 'erased'> {
  await lockCounter(tx)
  const { erased, busy } = await eraseEntries(tx, [entryId])
  await advanceCounter(tx, { entries: 0, updates: erased.length })
  return busy.length > 0 ? 'busy' : 'erased'
}
