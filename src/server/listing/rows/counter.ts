import type { Queryable, Transaction } from '../../db/pool.ts'
import { FROM_COUNTER, IS_COUNTER } from '../../events/counter-row.ts'
import { readBy } from '../../events/unread.ts'

/** The counter, and the values that are read with its lock. */
export type Counter = {
  last_position: number
  /** The number of changes to existing entries. */
  updates: number
  /** The owner's time zone, whose days the rollups use. */
  time_zone: string
}

/** Waits for the counter's lock. Nobody else joins until the transaction ends. */
export async function lockAndReadCounter(tx: Transaction): Promise<Counter> {
  const { rows } = await tx.query<Counter>(
    `select last_position, updates::float8 as updates, time_zone ${FROM_COUNTER} for update`,
    [],
  )
  return rows[0]!
}

/** The position of the person who joined last. */
export async function readLastPosition(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ last_position: number }>(`select last_position ${FROM_COUNTER}`)
  return rows[0]!.last_position
}

/** Like `lockAndReadCounter`, but returns nothing: for callers whose statements read the counter themselves. */
export async function lockCounter(tx: Transaction): Promise<void> {
  await tx.query(`select ${FROM_COUNTER} for update`, [])
}

/**
 * Adds new entries, which are in the log, and changes to existing entries to the counter. Call this with the counter
 * locked, and inside `keepRanks` if entries are new.
 */
export async function advanceCounter(
  tx: Transaction,
  { entries, updates }: { entries: number; updates: number },
): Promise<void> {
  if (entries === 0 && updates === 0) return
  await tx.query(
    `update waitlist_counter
     set last_position = last_position + $1, entries = entries + $1, updates = updates + $2
     where ${IS_COUNTER}`,
    [entries, updates],
  )
}

/** Subtracts erased entries from the number of entries. Their positions stay. Call this with the counter locked. */
export async function countErased(tx: Transaction, entries: number): Promise<void> {
  await tx.query('update waitlist_counter set entries = entries - $1 where id = 1', [entries])
}

/** Recounts the entries. Call this with the counter locked. */
export async function recountEntries(tx: Transaction): Promise<void> {
  await tx.query(
    `update waitlist_counter
     set entries = last_position - (select count(*) from waitlist_entries where erased_at is not null) where id = 1`,
  )
}

/** SQL: the number of the text that the privacy page shows; null until it has one. */
export const PRIVACY_TEXT = `(select privacy_text ${FROM_COUNTER})`

/** Stores the number of the text that the privacy page shows, for everybody who joins from now on. */
export async function putPrivacyText(tx: Transaction, number: number): Promise<void> {
  await tx.query('update waitlist_counter set privacy_text = $1 where id = 1', [number])
}

export async function setTimeZone(tx: Transaction, timeZone: string): Promise<void> {
  await tx.query('update waitlist_counter set time_zone = $1 where id = 1', [timeZone])
}

/** The number of entries, without rejected people. */
export async function countEntries(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ entries: number }>(
    `select entries - (select count(*) from waitlist_entries where is_rejected and erased_at is null)::int as entries
     ${FROM_COUNTER}`,
  )
  return rows[0]!.entries
}

/**
 * Reads counters that grow with each kind of change. An unchanged counter means that nothing of its kind happened.
 * `listed` grows when the listing has followed more of the log.
 */
export async function readChanges(
  db: Queryable,
): Promise<{ last_position: string; listed: string; updates: string; syncs: string; messages: string }> {
  const { rows } = await db.query(
    `select last_position::text, ${readBy('listing')}::text as listed, updates::text, syncs::text, messages::text ${FROM_COUNTER}`,
  )
  return rows[0]!
}

/** Tells all listening dashboards that a sync began or ended. */
export async function announceSync(db: Queryable): Promise<void> {
  await db.query('update waitlist_counter set syncs = syncs + 1 where id = 1')
}

/**
 * Tells all listening dashboards that a message came or was marked. This locks the counter, so make it the last
 * statement of a transaction: nobody joins until the transaction ends.
 */
export async function announceMessage(db: Queryable): Promise<void> {
  await db.query('update waitlist_counter set messages = messages + 1 where id = 1')
}

/**
 * A query for the last joining position, the last event, and the number of the privacy page's text. Use it in
 * statements that run under the counter's lock.
 */
export const COUNTER = `select last_position, last_event, privacy_text ${FROM_COUNTER}`

/**
 * The statement that assigns positions and events, from a query of one row: how many entries `joined`, how many were
 * `stored`, how many are `referred`, and how many `counted` at once. `last_position` cannot be null, so the transaction is rolled back unless
 * everybody's entry was stored.
 */
export function advanceCounterOf(query: string): string {
  return `update waitlist_counter set last_position = case when stored = joined then last_position + joined end,
      entries = entries + joined, last_event = last_event + joined + counted,
      updates = updates + referred
    from (${query}) as sums where ${IS_COUNTER} and joined > 0`
}

/** SQL: the day of an instant in the owner's time zone. */
export function dayIn(instant: string): string {
  return `(${instant} at time zone (select time_zone from waitlist_counter))::date`
}
