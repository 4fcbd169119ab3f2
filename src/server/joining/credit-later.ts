import type pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { advanceCounter, lockAndReadCounter } from '../listing/counter.ts'
import { keepRanks } from '../places/keep-ranks.ts'
import { creditReferrers, type NewCredit } from './queries.ts'
import { toNotifications } from './to-notifications.ts'

/** Records credits that failed while their friends joined. It is idempotent. */
export type CreditLater = (credits: NewCredit[]) => Promise<void>

export function createCreditLater({ pool, enqueue }: { pool: pg.Pool; enqueue: Enqueue }): CreditLater {
  return (credits) =>
    inTransaction(pool, async (tx) => {
      await lockAndReadCounter(tx)
      const referrers = credits.map(({ referrer_id }) => referrer_id)
      const recorded = await keepRanks(tx, referrers, () => creditReferrers(tx, credits))
      await advanceCounter(tx, { entries: 0, updates: recorded.length })
      await enqueue(tx, 'send-referral-notification', toNotifications(recorded))
    })
}
