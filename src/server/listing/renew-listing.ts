import type { Transaction } from '../db/pool.ts'
import { prepareListWithin } from './prepare-list.ts'
import { refoldAll } from './refold-listings.ts'

/** Does for the data behind the dashboard at once what a start does, and what a server does beside the joins. */
export async function renewListing(tx: Transaction, { timeZone }: { timeZone: string }): Promise<void> {
  await prepareListWithin(tx, { timeZone })
  await refoldAll(tx)
}
