import { randomUUIDv7 } from 'node:crypto'
import type { Filters } from '#shared/list/filters.ts'
import { type LogFailure, type Repeating, startRepeating } from '../base/start-repeating.ts'
import { requireLevel } from '../listing/log/catch-up.ts'
import { countUpdates, lockCounter } from '../listing/rows/counter.ts'
import { readCalendar } from '../listing/sql/read-tally.ts'
import { enqueue } from '../outbox/rows.ts'
import { tellOf } from '../outbox/tell-endpoints.ts'
import { callBack, close, invite, takeVacancies } from './invitations.ts'
import { readInLine, readSeats } from './seats.ts'
import { findColumn, findRows, inTransaction, type Pool, type Queryable, type Transaction } from '../db/query.ts'
import { LAUNCH_ORDER } from '../people/places/read-ranks.ts'

const PAUSE_MS = 2_000
const REST_MS = 250
const SLICE = 200
/** Smaller, because visitors wait for the locked counter. */
const LOCKED_SLICE = 100
/** In minutes, after a search of the whole line that found too few people. */
const UNTIL_NEXT_LOOK = 10

type Running = {
  pool: Pool
  /** Whether the database's clock can be trusted to end invitations. */
  isClockSteady: () => Promise<boolean>
}

/** Every server does this. */
export function startRunningWaves({ logFailure, ...running }: Running & { logFailure: LogFailure }): Repeating {
  const step = async () => ((await runDueWaves(running)) ? REST_MS : PAUSE_MS)
  return startRepeating({ step, restMs: PAUSE_MS, failure: 'waves could not be run', logFailure })
}

/** Several servers may do this at once. Returns whether more is due. */
export async function runDueWaves({ pool, isClockSteady }: Running): Promise<boolean> {
  const due = await findDue(pool)
  const isMore = []
  if (due.mails) isMore.push(await inTransaction(pool, release))
  if (due.reminders) isMore.push(await inTransaction(pool, remind))
  // The next two kinds may make other work due, so both ask for another step whenever they change something.
  if (due.ends && (await isClockSteady())) isMore.push(await inTransaction(pool, end))
  if (due.leftOver) isMore.push(await inTransaction(pool, callBackRest))
  if (due.vacant) for (const wave of await findVacant(pool)) isMore.push(await fill(pool, wave))
  if (due.finished) await inTransaction(pool, finish)
  return isMore.includes(true)
}

const DUE_WAVES = 'ready_at is not null and not is_called_back and next_mail_at <= now()'

const DUE_REMINDERS = `i.state = 'sent' and i.reminded_at is null and i.remind_at <= now()`
const DUE_ENDS = `state = 'sent' and ends_at <= now()`
/** Once no act about waves is running: it may still call them back itself, and then its undo restores them. */
const LEFT_OVER = `i.state = 'waiting' and i.leaving_at is null and i.wave_id in (select id from waves where is_called_back)
  and not exists (select from acts where state in ('running', 'stopping') and kind in ('wave', 'call-back'))`

const FINISHED = `ready_at is not null and finished_at is null and not exists (
  select from invitations i where i.wave_id = waves.id and i.state = 'waiting')`

async function findDue(db: Queryable): Promise<{
  mails: boolean
  reminders: boolean
  ends: boolean
  leftOver: boolean
  vacant: boolean
  finished: boolean
}> {
  const { rows } = await db.query(
    `select exists (select from waves w where ${DUE_WAVES} and exists (
         select from invitations i where i.wave_id = w.id and i.state = 'waiting' and i.queued_at is null)) as mails,
       exists (select from invitations i where ${DUE_REMINDERS}) as reminders,
       exists (select from invitations where ${DUE_ENDS}) as ends,
       exists (select from invitations i where ${LEFT_OVER}) as "leftOver",
       exists (select from invitations where is_vacant) as vacant,
       exists (select from waves where ${FINISHED}) as finished`,
  )
  return rows[0]
}

/** In seconds. After an interruption, a server sends at most the mails of this many seconds at once. */
const CATCH_UP = 10

/** In launch order, as the pace allows. Marked as queued: enqueue them in this transaction. Locked entries are left out: erasing locks an entry before its invitation. */
function takeDueMails(tx: Transaction) {
  return findColumn<string>(
    tx,
    `with due as materialized (
       select id, next_mail_at, per_hour, case when per_hour is null then $1::int
         else least($1, 1 + floor(extract(epoch from now() - paced_from) * per_hour / 3600))::int end as room, paced_from
       from (select *, greatest(next_mail_at, now() - interval '${CATCH_UP} seconds') as paced_from from waves
         where ${DUE_WAVES} and exists (select from invitations i
           where i.wave_id = waves.id and i.state = 'waiting' and i.queued_at is null)
         order by id for update skip locked) as locked
     ), chosen as materialized (
       select due.id as wave_id, next.id, next.entry_id, paced_from, per_hour
       from due cross join lateral (
         select i.id, i.entry_id from invitations i join waitlist_entries e on e.id = i.entry_id
         where i.wave_id = due.id and i.state = 'waiting' and i.queued_at is null
         order by ${LAUNCH_ORDER} limit due.room for key share of e skip locked) as next
       limit $1
     ), paced as (
       update waves w set next_mail_at = paced_from + mails * interval '1 hour' / w.per_hour
       from (select wave_id, paced_from, count(*) as mails from chosen where per_hour is not null group by 1, 2) as c
       where w.id = c.wave_id
     )
     update invitations i set queued_at = now() from chosen where i.id = chosen.id returning i.entry_id`,
    [SLICE],
  )
}

async function release(tx: Transaction): Promise<boolean> {
  const people = await takeDueMails(tx)
  await enqueue(tx, 'send-invitation', people)
  return people.length === SLICE
}

async function remind(tx: Transaction): Promise<boolean> {
  const people = await findColumn<string>(
    tx,
    `update invitations set reminded_at = now() where id in (
       select i.id from invitations i join waitlist_entries e on e.id = i.entry_id where ${DUE_REMINDERS}
       order by i.remind_at limit ${SLICE} for update of i skip locked for key share of e skip locked)
     returning entry_id`,
  )
  await enqueue(tx, 'send-invitation-reminder', people)
  return people.length === SLICE
}

async function end(tx: Transaction): Promise<boolean> {
  await lockCounter(tx)
  const found = await findColumn<string>(
    tx,
    `select id from invitations where ${DUE_ENDS} order by ends_at limit ${LOCKED_SLICE}`,
  )
  const updates = await close(tx, { ids: found, state: 'ended', reason: null })
  await countUpdates(tx, updates)
  return found.length > 0
}

/** Those that filled seats, or that were made while the act that calls the wave back was running. */
async function callBackRest(tx: Transaction): Promise<boolean> {
  await lockCounter(tx)
  const ids = await findColumn<string>(tx, `select id from invitations i where ${LEFT_OVER} limit ${LOCKED_SLICE}`)
  await callBack(tx, ids)
  await countUpdates(tx, ids.length)
  return ids.length > 0
}

/** Once each, even if vacant seats are filled later. */
async function finish(tx: Transaction): Promise<void> {
  const ids = await findColumn<string>(tx, `update waves set finished_at = now() where ${FINISHED} returning id`)
  await tellOf(tx, 'wave.finished', ids)
}

type VacantWave = { id: string; filters: Partial<Filters>; vacant: number }

/** Without those for which a recent search found too few people. */
function findVacant(db: Queryable) {
  return findRows<VacantWave>(
    db,
    `select w.id, filters, least(vacant, $1)::int as vacant
     from (select wave_id, count(*) as vacant from invitations where is_vacant group by wave_id) as i
     join waves w on w.id = i.wave_id
     where fills and not is_called_back and ready_at is not null and next_fill_at <= now()`,
    [LOCKED_SLICE],
  )
}

/** Reads the line before it locks the counter, so that joins do not wait for the read. */
async function fill(pool: Pool, { id, filters, vacant }: VacantWave): Promise<boolean> {
  await requireLevel(pool)
  const { timeZone } = await readCalendar(pool)
  const line = { filters: { range: 'all', ...filters } as Filters, count: vacant, includesEnded: false, fills: id }
  return inTransaction(pool, async (tx) => {
    const next: string[] = []
    for await (const ids of readSeats(tx, line, { now: new Date(), timeZone })) next.push(...ids)
    await lockCounter(tx)
    const { rows } = await tx.query<{ vacant: number }>(
      `with locked as materialized (
         select id from waves where id = $1 and fills and not is_called_back and next_fill_at <= now() for update)
       select (select count(*)::int from invitations where wave_id = locked.id and is_vacant) as vacant from locked`,
      [id],
    )
    if (!rows[0]) return false
    const still = await readInLine(tx, next, line)
    const free = still.filter(({ waits, reason }) => waits && reason === null)
    const people = free.slice(0, rows[0].vacant).map((one) => ({ id: randomUUIDv7(), entry_id: one.id }))
    await invite(tx, { waveId: id, people })
    await takeVacancies(tx, { id, seats: people.length })
    if (next.length < vacant)
      await tx.query(`update waves set next_fill_at = now() + interval '${UNTIL_NEXT_LOOK} minutes' where id = $1`, [
        id,
      ])
    await countUpdates(tx, people.length)
    return people.length > 0
  })
}
