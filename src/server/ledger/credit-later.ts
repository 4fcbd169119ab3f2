import type pg from 'pg'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { advanceCounter, lockAndReadCounter } from '../listing/counter.ts'
import { creditReferrers, toNotifications } from './credits.ts'
import { openHolds } from './holds.ts'

/** Records credits that failed while their friends joined. It is idempotent. */
export type CreditLater = (credits: Jobs['credit-referrer'][]) => Promise<void>

export function createCreditLater({ pool, enqueue }: { pool: pg.Pool; enqueue: Enqueue }): CreditLater {
  return (credits) =>
    inTransaction(pool, async (tx) => {
      await lockAndReadCounter(tx)
      await holdSuspects(tx, credits)
      const recorded = await creditReferrers(tx, credits)
      await advanceCounter(tx, { entries: 0, updates: recorded.length })
      await enqueue(tx, 'send-referral-notification', toNotifications(recorded))
    })
}

/** A server of the version before opened no holds: its job says that the credit is held. */
async function holdSuspects(tx: Transaction, credits: Jobs['credit-referrer'][]): Promise<void> {
  const suspects = credits.filter(({ state }) => state === 'held').map(({ friend_id }) => friend_id)
  if (suspects.length === 0) return
  const { rows } = await tx.query<{ id: string }>(
    'select id from unnest($1::uuid[]) as id where not exists (select from holds where entry_id = id)',
    [suspects],
  )
  await openHolds(tx, { ids: rows.map(({ id }) => id), cause: 'signals', by: null })
}
