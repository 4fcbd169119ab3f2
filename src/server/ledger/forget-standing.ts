import type { Transaction } from '../db/pool.ts'
import { keepStanding } from './keep-standing.ts'
import { settleCredits } from './settle-credits.ts'

/**
 * Forgets the decisions about these entries, which the same transaction has marked as erased. Credits that they gave
 * and that counted go on counting; credits that waited or were rejected never count. Call this with the counter locked.
 */
export async function forgetStanding(tx: Transaction, ids: string[]): Promise<void> {
  await keepStanding(tx, ids, async () => {
    await tx.query('delete from holds where entry_id = any($1)', [ids])
    await tx.query(
      `update waitlist_entries set is_rejected = false, is_doubtful = false, is_accepted = false, updated_at = now()
       where id = any($1) and (is_rejected or is_doubtful or is_accepted)`,
      [ids],
    )
    await settleCredits(tx, ids)
  })
}
