import type { Task } from '../../db/tasks.ts'
import { type EventKind, FROM_COUNTER } from './record-events.ts'
import { findColumn, findRow, findRows, type Pool, type Queryable, type Transaction } from '../../db/query.ts'

export type LoggedEvent = {
  seq: number
  entry_id: string
  kind: EventKind
  /** As PostgreSQL writes it: most steps never read it. */
  at: string
  act_id: string | null
  data: Record<string, unknown> | null
}

const EVENT = 'e.seq::float8 as seq, e.entry_id, e.kind, e.at::text as at, e.act_id, e.data'

/** Numbers of events: the last one that was recorded, and the last one that the follower has read. */
export type Marks = { last: number; read: number }

export async function readMarks(db: Queryable, follower: string): Promise<Marks> {
  return (await findRow<Marks>(
    db,
    `select last_event::float8 as last, ${readBy(follower)}::float8 as read ${FROM_COUNTER}`,
  ))!
}

export async function isLevel(db: Queryable, follower: string): Promise<boolean> {
  const { last, read } = await readMarks(db, follower)
  return read >= last
}

/** Waits for another server that has it. */
export async function lockFollower(tx: Transaction, follower: string): Promise<void> {
  await tx.query('select from followers where name = $1 for update', [follower])
}

/** Null if another server has it. */
export function lockMarks(tx: Transaction, follower: string) {
  return findRow<Marks>(
    tx,
    `select seq::float8 as read, (select last_event ${FROM_COUNTER})::float8 as last
     from followers where name = $1 for update skip locked`,
    [follower],
  )
}

/** `is_behind`: an earlier event of the same entry is set aside. */
export function readEvents(
  tx: Transaction,
  follower: string,
  { after, end, kinds }: { after: number; end: number; kinds: readonly EventKind[] | undefined },
) {
  return findRows<LoggedEvent & { is_behind: boolean }>(
    tx,
    `select ${EVENT}, e.entry_id in (select a.entry_id from events_set_aside a where a.follower = $1) as is_behind
     from events e where seq > $2 and seq <= $3 ${kinds ? 'and kind = any($4)' : ''} order by seq`,
    [follower, after, end, ...(kinds ? [kinds] : [])],
  )
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

export function readEntriesAside(db: Queryable, follower: string, most: number) {
  return findColumn<string>(
    db,
    `select entry_id from events_set_aside where follower = $1 group by entry_id order by min(seq) limit $2`,
    [follower, most],
  )
}

export function takeBack(tx: Transaction, follower: string, entryId: string) {
  return findRows<LoggedEvent>(
    tx,
    `with taken as (delete from events_set_aside where follower = $1 and entry_id = $2 returning seq)
     select ${EVENT} from events e join taken using (seq) order by e.seq`,
    [follower, entryId],
  )
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

export async function readBehind(db: Queryable, follower: string) {
  return (await findRow<Behind>(
    db,
    `select (count(*) filter (where kind = 'joined'))::int as joins,
       greatest(0, extract(epoch from clock_timestamp() - min(at)))::float8 as age,
       (select count(distinct entry_id)::int from events_set_aside where follower = $1) as set_aside
     from (${unreadBy(follower)}) as unread`,
    [follower],
  ))!
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

export function forgettingEvents(pool: Pool): Task {
  const failure = 'events of people who left could not be deleted'
  return { name: 'delete events of people who left', everyMs: 60_000, failure, run: () => dropEventsOfLeft(pool) }
}

export const readBy = (follower: string) => `(select seq from followers where name = '${follower}')`

export const unreadBy = (follower: string) => `select * from events where seq > ${readBy(follower)}`

export const entriesSince = (seq: string) => `select entry_id from events where seq > ${seq}`

/** `seq`: from this one on. */
export const eventsOf = (entry: string, seq: string) =>
  `select * from events where entry_id = ${entry} and seq >= ${seq}`

export const unsettledBy = (follower: string) =>
  `select entry_id from (${unreadBy(follower)}) as unread union all
    select entry_id from events_set_aside where follower = '${follower}'`
