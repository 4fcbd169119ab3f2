import type { EntryState } from '#shared/list/filters.ts'
import type { Transaction } from '../db/pool.ts'
import { keepStanding } from './keep-standing.ts'
import { settleCredits } from './settle-credits.ts'

/**
 * Sets the state of these people. Skips erased entries. Call this with the counter locked, and advance the counter.
 */
export function setStates(tx: Transaction, { ids, state }: { ids: string[]; state: EntryState }): Promise<void> {
  return keepStanding(tx, ids, async () => {
    await tx.query(
      `update waitlist_entries set state = $2, updated_at = now() where id = any($1) and erased_at is null`,
      [ids, state],
    )
    // A person who is let in counts as proven, which may change credits.
    await settleCredits(tx, ids)
  })
}
