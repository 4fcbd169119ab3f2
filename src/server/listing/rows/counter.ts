import { FROM_COUNTER, IS_COUNTER } from '../../people/events/record-events.ts'
import { readBy } from '../../people/events/followers.ts'
import { findRow, findValue, type Queryable, type Transaction } from '../../db/query.ts'

type Counter = {
  last_position: number
  updates: number
  time_zone: string
}

/** Waits for the counter's lock. Nobody else joins until the transaction ends. */
export async function lockAndReadCounter(tx: Transaction) {
  return (await findRow<Counter>(
    tx,
    `select last_position, updates::float8 as updates, time_zone ${FROM_COUNTER} for update`,
    [],
  ))!
}

export async function readLastPosition(db: Queryable) {
  return (await findValue<number>(db, `select last_position ${FROM_COUNTER}`))!
}

export async function lockCounter(tx: Transaction): Promise<void> {
  await tx.query(`select ${FROM_COUNTER} for update`, [])
}

/** With the counter locked. */
export async function countUpdates(tx: Transaction, updates: number): Promise<void> {
  if (updates > 0) await tx.query(`update waitlist_counter set updates = updates + $1 where ${IS_COUNTER}`, [updates])
}

export async function countErased(tx: Transaction, entries: number): Promise<void> {
  await tx.query('update waitlist_counter set entries = entries - $1 where id = 1', [entries])
}

export async function recountEntries(tx: Transaction): Promise<void> {
  await tx.query(
    `update waitlist_counter
     set entries = last_position - (select count(*) from waitlist_entries where erased_at is not null) where id = 1`,
  )
}

export const PRIVACY_TEXT = `(select privacy_text ${FROM_COUNTER})`

export async function putPrivacyText(tx: Transaction, number: number): Promise<void> {
  await tx.query('update waitlist_counter set privacy_text = $1 where id = 1', [number])
}

export async function setTimeZone(tx: Transaction, timeZone: string): Promise<void> {
  await tx.query('update waitlist_counter set time_zone = $1 where id = 1', [timeZone])
}

export async function countEntries(db: Queryable) {
  return (await findValue<number>(
    db,
    `select entries - (select count(*) from waitlist_entries where is_rejected and erased_at is null)::int as entries
     ${FROM_COUNTER}`,
  ))!
}

/** `listed` grows when the listing has followed more of the log. */
export async function readChanges(
  db: Queryable,
): Promise<{ last_position: string; listed: string; updates: string; syncs: string; messages: string }> {
  const { rows } = await db.query(
    `select last_position::text, ${readBy('listing')}::text as listed, updates::text, syncs::text, messages::text ${FROM_COUNTER}`,
  )
  return rows[0]!
}

export async function announceSync(db: Queryable): Promise<void> {
  await db.query('update waitlist_counter set syncs = syncs + 1 where id = 1')
}

/** Locks the counter: as the last statement of a transaction, because nobody joins until it ends. */
export async function announceMessage(db: Queryable): Promise<void> {
  await db.query('update waitlist_counter set messages = messages + 1 where id = 1')
}

/** Under the counter's lock. */
export const COUNTER = `select last_position, last_event, privacy_text ${FROM_COUNTER}`

/** `query`: one row. `last_position` cannot be null, so the transaction is rolled back unless everybody's entry was stored. */
export function advanceCounterOf(query: string): string {
  return `update waitlist_counter set last_position = case when stored = joined then last_position + joined end,
      entries = entries + joined, last_event = last_event + joined + counted,
      updates = updates + referred
    from (${query}) as sums where ${IS_COUNTER} and joined > 0`
}

export function dayIn(instant: string): string {
  return `(${instant} at time zone (select time_zone from waitlist_counter))::date`
}
