import { StartFailure } from '../base/start-failure.ts'
import { inBothVoices } from '../base/config/resolve.ts'
import { complaintAboutZone } from '../db/settings.ts'
import { findSlots, giveSlots } from './rows/choices.ts'
import { countErased, lockAndReadCounter, setTimeZone } from './rows/counter.ts'
import { listEntries } from './rows/list-entries.ts'
import { dropAside, lockFollower, skipToEnd } from '../people/events/followers.ts'
import { FOLLOWER, UNSETTLED } from './log/follow.ts'
import { recountRollups } from './rows/rollups.ts'
import type pg from 'pg'
import { findColumn, findValue, transact, type Transaction } from '../db/query.ts'

const BATCH = 5_000

/** Brings the data behind the dashboard in line with the code and its settings. Throws a StartFailure if PostgreSQL does not know the time zone. */
export function prepareList(client: pg.ClientBase, { timeZone }: { timeZone: string }): Promise<void> {
  return transact(client, (tx) => prepareListWithin(tx, { timeZone }))
}

async function prepareListWithin(tx: Transaction, { timeZone }: { timeZone: string }): Promise<void> {
  const { time_zone } = await lockAndReadCounter(tx)
  await lockFollower(tx, FOLLOWER)
  await giveSlots(tx, await findSlots(tx))
  if (time_zone !== timeZone) {
    const complaint = await complaintAboutZone(tx, timeZone)
    if (complaint !== null) throw new StartFailure(inBothVoices('TIME_ZONE', complaint).sentence)
    await setTimeZone(tx, timeZone)
  }
  if (!(await isAllListed(tx))) await listRemaining(tx)
  if (time_zone !== timeZone) await recountRollups(tx)
}

async function listRemaining(tx: Transaction): Promise<void> {
  for (;;) {
    const ids = await findUnlisted(tx, BATCH)
    if (ids.length === 0) return
    await listEntries(tx, ids)
  }
}

/** Or will be once the listing has followed the log. */
async function isAllListed(tx: Transaction) {
  return (await findValue<boolean>(
    tx,
    `select entries = (select count(*) from entry_listing) + (select count(*) from waitlist_entries e
         where e.id in (${UNSETTLED}) and erased_at is null and not exists (select from entry_listing where entry_id = e.id))
       as is_listed
     from waitlist_counter where id = 1`,
  ))!
}

function findUnlisted(tx: Transaction, most: number) {
  return findColumn<string>(
    tx,
    `select id from waitlist_entries e
     where erased_at is null and not exists (select from entry_listing where entry_id = id)
       and id not in (${UNSETTLED}) limit $1`,
    [most],
  )
}

/** Rebuilds the data behind the dashboard as this version derives it from the entries. */
export async function renewListing(tx: Transaction, { timeZone }: { timeZone: string }): Promise<void> {
  await skipToEnd(tx, FOLLOWER)
  await tx.query('delete from entry_listing')
  await recountRollups(tx)
  await prepareListWithin(tx, { timeZone })
}

/** In the transaction that erases them, with the counter locked: does not wait for the log. */
export async function forgetListings(tx: Transaction, ids: string[]): Promise<void> {
  await lockFollower(tx, FOLLOWER)
  const sources = await listEntries(tx, ids)
  // Anybody can put any source into a link, so a source that only an erased person had may contain their name.
  await tx.query('delete from rollup_sources where entries = 0 and source = any($1)', [sources])
  await dropAside(tx, FOLLOWER, ids)
  await countErased(tx, ids.length)
}
