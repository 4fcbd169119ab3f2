import type { Transaction } from '../db/pool.ts'

/**
 * Marks entries as changed when the change is in another table. Filters find every change of an entry by `updated_at`:
 * see docs/decisions/0050-one-filter-model.md.
 */
export async function touchEntries(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('update waitlist_entries set updated_at = now() where id = any($1)', [ids])
}
