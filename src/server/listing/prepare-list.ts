import type pg from 'pg'
import type { Transaction } from '../db/pool.ts'
import { transact } from '../db/transaction.ts'
import { giveSlots, type Slots } from './choices.ts'
import { insertListings, toListing } from './listing.ts'
import { lockAndReadCounter, lockCounter, setTimeZone } from './counter.ts'
import { findUnlisted, isAllListed } from './queries.ts'
import { recountRollups } from './rollups.ts'

const BATCH = 5_000

/**
 * Brings the data behind the dashboard in line with the code and its settings: a slot for each offered choice, a
 * listing row for each entry that has none, rollups by the days of this time zone. Changes nothing if
 * all is in place.
 */
export function prepareList(client: pg.ClientBase, { timeZone }: { timeZone: string }): Promise<void> {
  return transact(client, (tx) => prepareListWithin(tx, { timeZone }))
}

export async function prepareListWithin(tx: Transaction, { timeZone }: { timeZone: string }): Promise<void> {
  // A statement that waits for the lock does not see the slots that another server gave meanwhile: the next one does.
  await lockCounter(tx)
  await giveSlots(tx, (await lockAndReadCounter(tx)).slots)
  const { slots, time_zone } = await lockAndReadCounter(tx)
  const isListed = await isAllListed(tx)
  if (isListed && time_zone === timeZone) return
  if (!isListed) await listRemaining(tx, slots)
  await setTimeZone(tx, timeZone)
  await recountRollups(tx)
}

async function listRemaining(tx: Transaction, slots: Slots): Promise<void> {
  for (;;) {
    const entries = await findUnlisted(tx, BATCH)
    if (entries.length === 0) return
    await insertListings(
      tx,
      entries.map(({ id, created_at, ...entry }) => ({ entry_id: id, created_at, ...toListing(entry, slots) })),
    )
  }
}
