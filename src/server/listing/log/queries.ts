import type { Queryable, Transaction } from '../../db/pool.ts'
import { FROM_COUNTER } from '../rows/counter.ts'
import { READ, UNREAD, UNSETTLED } from './unread.ts'

/** Whether the listing has followed the whole log. Locks nothing, so that an idle server writes nothing. */
export async function isLevel(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ is_level: boolean }>(`select last_event <= ${READ} as is_level ${FROM_COUNTER}`)
  return rows[0]!.is_level
}

/** The last sequence that was assigned, and the last one that the listing has followed. */
export async function readMarks(db: Queryable): Promise<{ last: number; read: number }> {
  const { rows } = await db.query<{ last: number; read: number }>(
    `select last_event::float8 as last, ${READ}::float8 as read ${FROM_COUNTER}`,
  )
  return rows[0]!
}

/** Adds the listing's row to `log_readers` if it is missing: backups of earlier versions have none. */
export async function ensureReader(tx: Transaction): Promise<void> {
  await tx.query(`insert into log_readers (name, sequence) values ('listing', 0) on conflict do nothing`)
}

/**
 * Keeps other servers from following the log until the transaction ends. If another server has the lock, returns false,
 * or with `waits` waits for the lock.
 */
export async function lockReader(tx: Transaction, { waits }: { waits: boolean }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from log_readers where name = 'listing' for update ${waits ? '' : 'skip locked'}`,
  )
  return rowCount === 1
}

/** The oldest rows that the listing has not followed yet, in the order of the log. Call `lockReader` first. */
export async function readPending(tx: Transaction, most: number): Promise<{ sequence: number; entry_id: string }[]> {
  const { rows } = await tx.query<{ sequence: number; entry_id: string }>(
    `select sequence::float8 as sequence, entry_id from (${UNREAD}) as unread order by unread.sequence limit $1`,
    [most],
  )
  return rows
}

/** The ids after `after`, in their order, without erased entries. Begins with the first id if `after` is null. */
export async function readIdsAfter(tx: Transaction, after: string | null, most: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from waitlist_entries where erased_at is null and ($1::uuid is null or id > $1) order by id limit $2`,
    [after, most],
  )
  return rows.map(({ id }) => id)
}

/**
 * Removes listing rows of entries that were erased while they were being listed: a server of the previous version does
 * not wait for the reader's lock.
 */
export async function dropGone(tx: Transaction): Promise<void> {
  await tx.query(
    `delete from entry_listing l
     where not exists (select from waitlist_entries e where e.id = l.entry_id and e.erased_at is null)`,
  )
}

/** `unlogged`: the joins that are not in the log. `mended`: how many of them the last recount of the sums included. */
export async function readUnlogged(db: Queryable): Promise<{ unlogged: number; mended: number }> {
  const { rows } = await db.query<{ unlogged: number; mended: number }>(
    `select last_position - logged as unlogged, r.unlogged as mended
     from waitlist_counter cross join log_readers r where id = 1 and name = 'listing'`,
  )
  return rows[0]!
}

export async function keepUnlogged(tx: Transaction, unlogged: number): Promise<void> {
  await tx.query(`update log_readers set unlogged = $1 where name = 'listing'`, [unlogged])
}

/** Some entries that are neither listed nor waiting in the log: a version without a listing stored them. */
export async function findUnlisted(tx: Transaction, most: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from waitlist_entries e
     where erased_at is null and not exists (select from entry_listing where entry_id = id)
       and id not in (${UNSETTLED}) limit $1`,
    [most],
  )
  return rows.map(({ id }) => id)
}

/**
 * Records that the listing has followed the log up to this sequence. The entries with these ids are no longer set
 * aside.
 */
export async function advanceReader(tx: Transaction, sequence: number, ids: string[]): Promise<void> {
  await tx.query(`update log_readers set sequence = $1 where name = 'listing'`, [sequence])
  await dropSetAside(tx, ids)
}

/** Skips the rest of the log, because the listing is rebuilt. */
export async function readOut(tx: Transaction): Promise<void> {
  await tx.query(
    `insert into log_readers (name, sequence, unlogged) select 'listing', last_event, last_position - logged from waitlist_counter
     on conflict (name) do update set sequence = excluded.sequence, unlogged = excluded.unlogged`,
  )
  await tx.query('delete from log_set_aside')
}

/** Skips the next row of the log, which the listing could not follow, and sets it aside. */
export async function setNextAside(tx: Transaction, error: string): Promise<void> {
  await tx.query(
    `with next as materialized (${UNREAD} order by sequence limit 1), aside as (
       insert into log_set_aside (sequence, entry_id, error) select sequence, entry_id, $1 from next
     )
     update log_readers r set sequence = next.sequence from next where name = 'listing'`,
    [error],
  )
}

export async function readSetAside(db: Queryable, most: number): Promise<string[]> {
  const { rows } = await db.query<{ entry_id: string }>(
    `select entry_id from log_set_aside group by entry_id order by min(sequence) limit $1`,
    [most],
  )
  return rows.map(({ entry_id }) => entry_id)
}

export async function dropSetAside(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('delete from log_set_aside where entry_id = any($1)', [ids])
}

/**
 * `joins`: the number of joins that lists and figures do not show yet. `age`: the seconds that the oldest unread event
 * has waited; 0 if none waits. `set_aside`: the number of entries that could not be listed.
 */
export type Behind = { joins: number; age: number; set_aside: number }

export async function readBehind(db: Queryable): Promise<Behind> {
  const { rows } = await db.query<Behind>(
    `select (count(*) filter (where kind = 'joined'))::int as joins, 
       greatest(0, extract(epoch from clock_timestamp() - min(at)))::float8 as age,
       (select count(distinct entry_id)::int from log_set_aside) as set_aside
     from (${UNREAD}) as unread`,
  )
  return rows[0]!
}

const MOST_AT_ONCE = 10_000

/**
 * Drops the oldest rows that every reader has read and that are older than `days`. Returns whether there may be more.
 */
export async function dropOldEvents(db: Queryable, days: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from entry_log where sequence in (
       select sequence from (select sequence, at from entry_log
         where sequence <= (select min(sequence) from log_readers) order by sequence limit ${MOST_AT_ONCE}) as oldest
       where at < now() - $1 * interval '1 day')`,
    [days],
  )
  return rowCount === MOST_AT_ONCE
}
