import type pg from 'pg'
import type { SeatReason } from '#shared/list/waves.ts'
import type { Queryable } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { recordEvents } from '../events/record-events.ts'
import { advanceCounter, lockCounter } from '../listing/rows/counter.ts'
import { seatReason } from '../people/seat-reason.ts'
import { OF_WAVE, type OfWave } from './invitation-queries.ts'
import { close } from './invite.ts'

export type Leaving = { id: string; subject: string; text: string }

/** It cannot be called back any more, unless the attempt fails. Returns why the person can no longer be invited, or null. Idempotent. */
export async function beginLeaving(
  pool: pg.Pool,
  entryId: string,
): Promise<Leaving | { droppedBecause: SeatReason } | null> {
  const { rows } = await pool.query<Leaving & { reason: SeatReason | null }>(
    `select i.id, w.subject, w.body as text, ${seatReason('')} as reason
     from invitations i join waves w on w.id = i.wave_id join waitlist_entries e on e.id = i.entry_id
     where i.entry_id = $1 and i.state = 'waiting'`,
    [entryId],
  )
  if (!rows[0]) return null
  const { reason, ...invitation } = rows[0]
  if (reason !== null) {
    await drop(pool, { id: invitation.id, reason })
    return { droppedBecause: reason }
  }
  return (await startLeaving(pool, invitation.id)) ? invitation : null
}

const STAYS = 'w.is_called_back and i.leaving_at is null'

/** A called-back wave that resumes queues the mail again. One that was leaving when a server was killed counts as left, and is tried again. */
async function startLeaving(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.query<{ leaves: boolean }>(
    `update invitations i set leaving_at = case when ${STAYS} then null else now() end,
       queued_at = case when ${STAYS} then null else queued_at end
     from waves w where i.id = $1 and i.state = 'waiting' and w.id = i.wave_id
     returning i.leaving_at is not null as leaves`,
    [id],
  )
  return rows[0]?.leaves ?? false
}

/** An invitation that a rejection ended while its mail was leaving stays ended, but gets these times. */
export function recordSent(pool: pg.Pool, { id, days }: { id: string; days: number }): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    const { rows } = await tx.query<OfWave>(
      `update invitations i set state = case state when 'waiting' then 'sent' else state end, leaving_at = null,
         sent_at = now(), ends_at = now() + $2 * interval '1 day', remind_at = now() + $3 * interval '1 day'
       where id = $1 and (state = 'waiting' or (state = 'ended' and ends_at is null)) returning ${OF_WAVE}`,
      [id, days, daysUntilReminded(days)],
    )
    await recordEvents(tx, 'invitation-sent', rows)
  })
}

function daysUntilReminded(days: number): number {
  return Math.max(days - 2, days / 2)
}

export async function recordNotSent(db: Queryable, id: string): Promise<void> {
  await db.query(`update invitations set leaving_at = null where id = $1 and state = 'waiting'`, [id])
}

export function drop(pool: pg.Pool, { id, reason }: { id: string; reason: string }): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    const updates = await close(tx, { ids: [id], state: 'dropped', reason })
    await advanceCounter(tx, { entries: 0, updates })
  })
}

/** One that was accepted or ended after its mail had left also counts as `sent`. */
export async function readLast(db: Queryable, entryId: string): Promise<'sent' | 'dropped' | 'called back'> {
  const { rows } = await db.query<{ last: 'sent' | 'dropped' | 'called back' }>(
    `select case when sent_at is not null then 'sent' when state = 'dropped' then 'dropped' else 'called back' end as last
     from invitations where entry_id = $1 order by invited_at desc, id desc limit 1`,
    [entryId],
  )
  return rows[0]?.last ?? 'called back'
}

export async function readMailOf(
  db: Queryable,
  entryId: string,
): Promise<{ subject: string; text: string; ends_at: Date | null } | null> {
  const { rows } = await db.query<{ subject: string; text: string; ends_at: Date | null }>(
    `select w.subject, w.body as text, i.ends_at from invitations i join waves w on w.id = i.wave_id
     where i.entry_id = $1 order by i.invited_at desc, i.id desc limit 1`,
    [entryId],
  )
  return rows[0] ?? null
}

export async function readToRemind(
  db: Queryable,
  entryId: string,
): Promise<{ id: string; sent_at: Date; ends_at: Date } | null> {
  const { rows } = await db.query<{ id: string; sent_at: Date; ends_at: Date }>(
    `select id, sent_at, ends_at from invitations
     where entry_id = $1 and state = 'sent' and reminded_at is not null and ends_at > now()`,
    [entryId],
  )
  return rows[0] ?? null
}
