import type { Transaction } from '../db/pool.ts'
import { skipToEnd } from '../events/followers.ts'
import { FOLLOWER } from './log/unread.ts'
import { prepareListWithin } from './prepare-list.ts'
import { recountRollups } from './rows/rollups.ts'

/** Rebuilds the data behind the dashboard as this version derives it from the entries. */
export async function renewListing(tx: Transaction, { timeZone }: { timeZone: string }): Promise<void> {
  await skipToEnd(tx, FOLLOWER)
  await tx.query('delete from entry_listing')
  await recountRollups(tx)
  await prepareListWithin(tx, { timeZone })
}
