import type pg from 'pg'
import type { Queryable, Transaction } from '../db/pool.ts'
import type { Task } from '../db/tasks.ts'
import { FROM_COUNTER } from './counter-row.ts'
import type { EventKind } from './record-events.ts'
import { readBy, unreadBy } from './unread.ts'

export type LoggedEvent = {
  seq: number
  entry_id: string
  kind: EventKind
  at: Date
  act_id: string | null
  data: Record<string, unknown> | null
}

const EVENT = 'e.seq::float8 as seq, e.entry_id, e.kind, e.at, e.act_id, e.data'

export async function readMarks(db: Queryable, follower: string): Promise<{ last: number; read: number }> {
  const { rows } = await db.query<{ last: number; read: number }>(
    `select last_event::float8 as last, ${readBy(follower)}::float8 as read ${FROM_COUNTER}`,
  )
  return rows[0]!
}

export async function isLevel(db: Queryable, follower: string): Promise<boolean> {
  const { last, read } = await readMarks(db, follower)
  return read >= last
}

/** False if another server has it, unless it `waits`. */
export async function lockFollower(tx: Transaction, follower: string, { waits }: { waits: boolean }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from followers where name = $1 for update ${waits ? '' : 'skip locked'}`,
    [follower],
  )
  return rowCount === 1
}

/** `is_behind`: an earlier event of the same entry is set aside. */
export async function readNext(
  tx: Transaction,
  follower: string,
  most: number,
): Promise<(LoggedEvent & { is_behind: boolean })[]> {
  const { rows } = await tx.query<LoggedEvent & { is_behind: boolean }>(
    `select ${EVENT}, exists (
       select from events_set_aside a where a.follower = '${follower}' and a.entry_id = e.entry_id) as is_behind
     from (${unreadBy(follower)}) as e order by e.seq limit $1`,
    [most],
  )
  return rows
}

export async function advance(tx: Transaction, follower: string, seq: number): Promise<void> {
  await tx.query('update followers set seq = $2 where name = $1', [follower, seq])
}

export async function setAside(
  tx: Transaction,
  follower: string,
  { seqs, error }: { seqs: number[]; error: string },
): Promise<void> {
  await tx.query(
    `insert into events_set_aside (follower, seq, entry_id, error)
     select $1, seq, entry_id, $3 from events where seq = any($2)`,
    [follower, seqs, error],
  )
}

export async function readEntriesAside(db: Queryable, follower: string, most: number): Promise<string[]> {
  const { rows } = await db.query<{ entry_id: string }>(
    `select entry_id from events_set_aside where follower = $1 group by entry_id order by min(seq) limit $2`,
    [follower, most],
  )
  return rows.map(({ entry_id }) => entry_id)
}

export async function takeBack(tx: Transaction, follower: string, entryId: string): Promise<LoggedEvent[]> {
  const { rows } = await tx.query<LoggedEvent>(
    `with taken as (delete from events_set_aside where follower = $1 and entry_id = $2 returning seq)
     select ${EVENT} from events e join taken using (seq) order by e.seq`,
    [follower, entryId],
  )
  return rows
}

export async function dropAside(tx: Transaction, follower: string, entryIds: string[]): Promise<void> {
  await tx.query('delete from events_set_aside where follower = $1 and entry_id = any($2)', [follower, entryIds])
}

export async function skipToEnd(tx: Transaction, follower: string): Promise<void> {
  await tx.query('update followers set seq = (select last_event from waitlist_counter) where name = $1', [follower])
  await tx.query('delete from events_set_aside where follower = $1', [follower])
}

/** `age`: of the oldest unread event, in seconds. `set_aside`: entries. */
export type Behind = { joins: number; age: number; set_aside: number }

export async function readBehind(db: Queryable, follower: string): Promise<Behind> {
  const { rows } = await db.query<Behind>(
    `select (count(*) filter (where kind = 'joined'))::int as joins,
       greatest(0, extract(epoch from clock_timestamp() - min(at)))::float8 as age,
       (select count(distinct entry_id)::int from events_set_aside where follower = $1) as set_aside
     from (${unreadBy(follower)}) as unread`,
    [follower],
  )
  return rows[0]!
}

/** The counter keeps the number, so that a gap in the log is found. */
export async function dropEventsOfLeft(db: Queryable): Promise<void> {
  await db.query(
    `with gone as (
       delete from events where entry_id in (
         select entry_id from events where kind = 'left' and seq <= (select min(seq) from followers)
           and entry_id not in (select entry_id from events_set_aside)
         order by seq limit 1000)
       returning seq
     ), sums as (select count(*) as events from gone)
     update waitlist_counter set forgotten_events = forgotten_events + events from sums where id = 1 and events > 0`,
  )
}

export function forgettingEvents(pool: pg.Pool): Task {
  const failure = 'events of people who left could not be deleted'
  return { name: 'delete events of people who left', everyMs: 60_000, failure, run: () => dropEventsOfLeft(pool) }
}
