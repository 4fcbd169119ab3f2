import type { Transaction } from '../db/pool.ts'
import { countErased, dayIn } from './counter.ts'
import type { Listing } from './listing.ts'
import { addToRollups } from './rollups.ts'

/** Takes entries off the list and out of every sum. Call this with the counter locked. */
export async function forgetListings(tx: Transaction, ids: string[]): Promise<void> {
  const { rows } = await tx.query<Listing & { day: string }>(
    `delete from entry_listing where entry_id = any($1)
     returning search, business, industry, is_solo, price, problems::float8, goals::float8, choices, is_referred, source,
       ${dayIn('created_at')}::text as day`,
    [ids],
  )
  await addToRollups(
    tx,
    rows.map(({ day, ...listing }) => ({ day, listing, weight: -1 })),
  )
  // Anybody can put a name into a link: a source that nobody else has may be the name of its person.
  await tx.query('delete from rollup_sources where entries = 0 and source = any($1)', [
    rows.flatMap(({ source }) => source ?? []),
  ])
  await countErased(tx, rows.length)
}
