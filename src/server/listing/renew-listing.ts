import type { Transaction } from '../db/pool.ts'
import { prepareListWithin } from './prepare-list.ts'

/** Writes the data behind the dashboard anew, as this version derives it from the entries. */
export async function renewListing(tx: Transaction, { timeZone }: { timeZone: string }): Promise<void> {
  await tx.query('delete from entry_listing')
  await prepareListWithin(tx, { timeZone })
}
