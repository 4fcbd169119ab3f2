import type { Transaction } from '../db/pool.ts'
import { countErased } from './rows/counter.ts'
import { listEntries } from './rows/list-entries.ts'
import { logEntries } from './log/append.ts'
import { dropSetAside, lockReader } from './log/queries.ts'

/**
 * Takes entries, which the same transaction has erased, off the list and out of every sum at once. Call this with the
 * counter locked.
 */
export async function forgetListings(tx: Transaction, ids: string[]): Promise<void> {
  await lockReader(tx, { waits: true })
  const sources = await listEntries(tx, ids)
  // Anybody can put a name into a link: a source that nobody else has may be the name of its person.
  await tx.query('delete from rollup_sources where entries = 0 and source = any($1)', [sources])
  await dropSetAside(tx, ids)
  await countErased(tx, ids.length)
  await logEntries(tx, 'erased', ids)
}
