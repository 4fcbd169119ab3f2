import { StartFailure } from '../base/start-failure.ts'
import { inBothVoices } from '../base/config/resolve.ts'
import { complaintAboutZone } from '../db/settings.ts'
import { findSlots, giveSlots } from './rows/choices.ts'
import { countErased, lockAndReadCounter, lockCounter, setTimeZone } from './rows/counter.ts'
import { listEntries } from './rows/list-entries.ts'
import { dropAside, lockFollower, skipToEnd } from '../people/events/followers.ts'
import { recountRollups } from './rows/rollups.ts'
import type pg from 'pg'
import { findColumn, findValue, inTransaction, type Pool, transact, type Transaction } from '../db/query.ts'
import { FOLLOWER, UNSETTLED } from './log/catch-up.ts'
import { type LogFailure, type Repeating, startRepeating } from '../base/start-repeating.ts'
import { countEmptySums, dropEmptySums } from '../people/places/read-ranks.ts'

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

const REST_MS = 5_000
/** Every reader of a rank reads all sums. */
const MANY_EMPTY = 1_000

export function startTidyingRanks(pool: Pool, logFailure: LogFailure, restMs = REST_MS): Repeating {
  const step = async () => {
    if ((await countEmptySums(pool)) >= MANY_EMPTY) await inTransaction(pool, tidyRanks)
  }
  return startRepeating({ step, restMs, failure: 'ranks could not be tidied', logFailure })
}

export async function tidyRanks(tx: Transaction): Promise<void> {
  await lockCounter(tx)
  await dropEmptySums(tx)
}

const IDLE_MS = 10_000
/** A large step would take a processor from the joins for longer. */
const BREATH_MS = 100

/** New rows wait in the index's pending list. Merged here, no join has to do it. */
export function startTidyingSearch(pool: Pool, logFailure: LogFailure): Repeating {
  const step = async () => {
    const { rows } = await pool.query<{ pages: string }>(
      `select gin_clean_pending_list('entry_listing_search') as pages`,
    )
    return rows[0]!.pages === '0' ? IDLE_MS : BREATH_MS
  }
  return startRepeating({ step, restMs: 2_000, failure: 'the search index could not be tidied', logFailure })
}
