import type { Transaction } from '../db/pool.ts'
import { keepStanding } from './keep-standing.ts'
import { type CreditChange, settleCredits } from './settle-credits.ts'

/**
 * Records that these people confirmed their address, which makes them proven. Entries that have confirmed stay as they
 * are. Call this with the counter locked, and advance the counter.
 */
export function confirmEntries(tx: Transaction, ids: string[]): Promise<CreditChange[]> {
  return keepStanding(tx, ids, async () => {
    await tx.query(
      `update waitlist_entries set confirmed_at = now(), updated_at = now()
       where id = any($1) and confirmed_at is null and erased_at is null`,
      [ids],
    )
    return settleCredits(tx, ids)
  })
}
