import type pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { advanceCounter, lockAndReadCounter } from '../listing/rows/counter.ts'
import { logEntries } from '../listing/log/append.ts'
import { creditReferrers, toNotifications } from './credits.ts'

/** Records credits that failed while their friends joined. It is idempotent. */
export type CreditLater = (credits: Jobs['credit-referrer'][]) => Promise<void>

export function createCreditLater({ pool, enqueue }: { pool: pg.Pool; enqueue: Enqueue }): CreditLater {
  return (credits) =>
    inTransaction(pool, async (tx) => {
      await lockAndReadCounter(tx)
      const recorded = await creditReferrers(tx, credits)
      await logEntries(
        tx,
        'changed',
        recorded.map(({ friend_id }) => friend_id),
      )
      await advanceCounter(tx, { entries: 0, updates: recorded.length })
      await enqueue(tx, 'send-referral-notification', toNotifications(recorded))
    })
}
