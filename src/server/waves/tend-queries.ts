import type pg from 'pg'
import type { Queryable, Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { tellOf } from '../outbox/tell-endpoints.ts'
import { LAUNCH_ORDER } from '../places/launch-order.ts'

const DUE_WAVES = 'ready_at is not null and not is_called_back and next_mail_at <= now()'

const DUE_REMINDERS = `i.state = 'sent' and i.reminded_at is null and i.remind_at <= now()`
const DUE_ENDS = `state = 'sent' and ends_at <= now()`
/** Once no act about waves is running: it may still call them back itself, and then its undo restores them. */
const LEFT_OVER = `i.state = 'waiting' and i.leaving_at is null and i.wave_id in (select id from waves where is_called_back)
  and not exists (select from acts where state in ('running', 'stopping') and kind in ('wave', 'call-back'))`

const FINISHED = `ready_at is not null and finished_at is null and not exists (
  select from invitations i where i.wave_id = waves.id and i.state = 'waiting')`

/** Once each, even if vacant seats are filled later. */
export function finishWaves(pool: pg.Pool): Promise<void> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `update waves set finished_at = now() where ${FINISHED} returning id`,
    )
    await tellOf(
      tx,
      'wave.finished',
      rows.map(({ id }) => id),
    )
  })
}

export async function findDue(db: Queryable): Promise<{
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
export async function takeDueMails(tx: Transaction, most: number): Promise<string[]> {
  const { rows } = await tx.query<{ entry_id: string }>(
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
    [most],
  )
  return rows.map(({ entry_id }) => entry_id)
}

/** Marked as reminded: enqueue their mails in this transaction. */
export async function queueReminders(tx: Transaction, most: number): Promise<string[]> {
  const { rows } = await tx.query<{ entry_id: string }>(
    `update invitations set reminded_at = now() where id in (
       select i.id from invitations i join waitlist_entries e on e.id = i.entry_id where ${DUE_REMINDERS}
       order by i.remind_at limit $1 for update of i skip locked for key share of e skip locked)
     returning entry_id`,
    [most],
  )
  return rows.map(({ entry_id }) => entry_id)
}

export async function findLeftOver(tx: Transaction, most: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(`select id from invitations i where ${LEFT_OVER} limit $1`, [most])
  return rows.map(({ id }) => id)
}

export async function takeEnding(tx: Transaction, most: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from invitations where ${DUE_ENDS} order by ends_at limit $1`,
    [most],
  )
  return rows.map(({ id }) => id)
}
