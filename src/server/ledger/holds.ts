import type { Transaction } from '../db/pool.ts'
import { DOUBTS, hasOpenHold, type HoldCause } from './hold-causes.ts'
import { keepStanding } from './keep-standing.ts'
import { type CreditChange, settleCredits } from './settle-credits.ts'

/** `by`: the owner's act; null for the rules. */
type HoldChange = { ids: string[]; cause: HoldCause; by: string | null }

/**
 * Opens a hold of this cause on each of these entries that has none open, and settles their credits. Skips erased
 * entries. Call this with the counter locked, and advance the counter.
 */
export function openHolds(tx: Transaction, { ids, cause, by }: HoldChange): Promise<CreditChange[]> {
  return keepStanding(tx, ids, async () => {
    await tx.query(
      `insert into holds (entry_id, cause, opened_at, opened_by)
       select id, $2, clock_timestamp(), $3::uuid from waitlist_entries where id = any($1) and erased_at is null
       on conflict (entry_id, cause) where closed_at is null do nothing`,
      [ids, cause, by],
    )
    return settleHolds(tx, ids)
  })
}

/**
 * Closes the open hold of this cause on each of these entries, and settles their credits. Call this with the counter
 * locked, and advance the counter.
 */
export function closeHolds(tx: Transaction, { ids, cause, by }: HoldChange): Promise<CreditChange[]> {
  return keepStanding(tx, ids, async () => {
    await tx.query(
      `update holds set closed_at = clock_timestamp(), closed_by = $3
       where entry_id = any($1) and cause = $2 and closed_at is null`,
      [ids, cause, by],
    )
    return settleHolds(tx, ids)
  })
}

/** Derives from the holds of these entries whether they are doubtful, and settles their credits. */
async function settleHolds(tx: Transaction, ids: string[]): Promise<CreditChange[]> {
  await tx.query(
    `update waitlist_entries e set is_doubtful = not is_doubtful, updated_at = now()
     where id = any($1) and is_doubtful <> ${hasOpenHold('e.id', DOUBTS)}`,
    [ids],
  )
  return settleCredits(tx, ids)
}
