import type pg from 'pg'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { EraseEntries } from '../erasing/erase-entries.ts'
import { enqueue } from '../outbox/rows.ts'
import { type OwnWork, TooEarly } from '../outbox/channel.ts'
import { markLeaving } from '../joining/forget-entries.ts'
import { advanceCounter, lockAndReadCounter } from '../listing/rows/counter.ts'
import type { PlaceKey, Tokens } from '../tokens/tokens.ts'

type Dependencies = { pool: pg.Pool; eraseEntries: EraseEntries }

/**
 * If a mail or a sync about them is under way, they count as gone at once, and the outbox erases them. False if the
 * key is no longer valid.
 */
export type Leave = (key: PlaceKey) => Promise<boolean>

export function createLeave({ pool, eraseEntries, tokens }: Dependencies & { tokens: Tokens }): Leave {
  return (key) =>
    inTransaction(pool, async (tx) => {
      await lockAndReadCounter(tx)
      if (!(await tokens.hold(tx, key))) return false
      const { entryId } = key
      if ((await erase(tx, eraseEntries, entryId)) === 'busy') {
        await markLeaving(tx, entryId)
        await enqueue(tx, 'leave', [entryId])
      }
      return true
    })
}

export function createLeaveLater({ pool, eraseEntries }: Dependencies): OwnWork {
  return async ({ subject }) => {
    const outcome = await inTransaction(pool, (tx) => erase(tx, eraseEntries, subject))
    if (outcome === 'busy') throw new TooEarly(new Date(Date.now() + 1_000))
  }
}

async function erase(tx: Transaction, eraseEntries: EraseEntries, entryId: string): Promise<'busy' | 'erased'> {
  await lockAndReadCounter(tx)
  const { erased, busy } = await eraseEntries(tx, [entryId])
  if (busy.length > 0) return 'busy'
  await advanceCounter(tx, { entries: 0, updates: erased.length })
  return 'erased'
}
