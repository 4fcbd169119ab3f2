import type { Transaction } from '../db/pool.ts'
import { countErased } from './rows/counter.ts'
import { listEntries } from './rows/list-entries.ts'
import { dropAside, lockFollower } from '../events/followers.ts'
import { FOLLOWER } from './log/unread.ts'

/** In the transaction that erases them, with the counter locked: does not wait for the log. */
export async function forgetListings(tx: Transaction, ids: string[]): Promise<void> {
  await lockFollower(tx, FOLLOWER, { waits: true })
  const sources = await listEntries(tx, ids)
  // Anybody can put any source into a link, so a source that only an erased person had may contain their name.
  await tx.query('delete from rollup_sources where entries = 0 and source = any($1)', [sources])
  await dropAside(tx, FOLLOWER, ids)
  await countErased(tx, ids.length)
}
