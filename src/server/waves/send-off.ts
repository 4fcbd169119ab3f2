import { MOST_RESENDS, type SeatReason } from '#shared/list/waves.ts'
import { recordEvents } from '../people/events/record-events.ts'
import { countUpdates, lockCounter } from '../listing/rows/counter.ts'
import { seatReason } from '../people/why.ts'
import { close, OF_WAVE, type OfWave, WAVE_WORDS } from './invitations.ts'
import type { SkipReason } from '#shared/list/act-words.ts'
import { isLiving } from '../people/addresses/email-keys.ts'
import {
  findRow,
  findRows,
  findValue,
  inTransaction,
  type Pool,
  type Queryable,
  type Transaction,
} from '../db/query.ts'

type Leaving = { id: string; subject: string; text: string }

/** It cannot be called back any more, unless the attempt fails. `dropped`: they can no longer be invited. Idempotent. */
export async function beginLeaving(pool: Pool, entryId: string): Promise<Leaving | 'dropped' | null> {
  const { rows } = await pool.query<Leaving & { reason: SeatReason | null }>(
    `select i.id, ${WAVE_WORDS}, ${seatReason('')} as reason
     from invitations i join waves w on w.id = i.wave_id join waitlist_entries e on e.id = i.entry_id
     where i.entry_id = $1 and i.state = 'waiting'`,
    [entryId],
  )
  if (!rows[0]) return null
  const { reason, ...invitation } = rows[0]
  if (reason !== null) {
    await drop(pool, { id: invitation.id, reason })
    return 'dropped'
  }
  return (await startLeaving(pool, invitation.id)) ? invitation : null
}

const STAYS = 'w.is_called_back and i.leaving_at is null'

/** A called-back wave that resumes queues the mail again. One that was leaving when a server was killed counts as left, and is tried again. */
async function startLeaving(db: Queryable, id: string): Promise<boolean> {
  return (
    (await findValue<boolean>(
      db,
      `update invitations i set leaving_at = case when ${STAYS} then null else now() end,
       queued_at = case when ${STAYS} then null else queued_at end
     from waves w where i.id = $1 and i.state = 'waiting' and w.id = i.wave_id
     returning i.leaving_at is not null as leaves`,
      [id],
    )) ?? false
  )
}

/** An invitation that a rejection ended while its mail was leaving stays ended, but gets these times. */
export function recordSent(pool: Pool, { id, days }: { id: string; days: number }): Promise<void> {
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

export function drop(pool: Pool, { id, reason }: { id: string; reason: string }): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    const updates = await close(tx, { ids: [id], state: 'dropped', reason })
    await countUpdates(tx, updates)
  })
}

/** One that was accepted or ended after its mail had left also counts as `sent`. */
export async function readLast(db: Queryable, entryId: string): Promise<'sent' | 'dropped' | 'called back'> {
  return (
    (await findValue<'sent' | 'dropped' | 'called back'>(
      db,
      `select case when sent_at is not null then 'sent' when state = 'dropped' then 'dropped' else 'called back' end as last
     from invitations where entry_id = $1 order by invited_at desc, id desc limit 1`,
      [entryId],
    )) ?? 'called back'
  )
}

export function readMailOf(db: Queryable, entryId: string) {
  return findRow<{ subject: string; text: string; ends_at: Date | null }>(
    db,
    `select ${WAVE_WORDS}, i.ends_at from invitations i join waves w on w.id = i.wave_id
       join waitlist_entries e on e.id = i.entry_id
     where i.entry_id = $1 order by i.invited_at desc, i.id desc limit 1`,
    [entryId],
  )
}

export function readToRemind(db: Queryable, entryId: string) {
  return findRow<{ id: string; sent_at: Date; ends_at: Date }>(
    db,
    `select id, sent_at, ends_at from invitations
     where entry_id = $1 and state = 'sent' and reminded_at is not null and ends_at > now()`,
    [entryId],
  )
}

type Resendable = { entry_id: string; id: string; reason: SkipReason | null }

/** `id` is null for people without one. Erased people are missing. */
export function readResendable(
  db: Queryable,
  { ids, waveId, alsoOpened }: { ids: string[]; waveId: string | null; alsoOpened: boolean },
) {
  return findRows<Resendable>(
    db,
    `select e.id as entry_id, i.id, case when i.id is null then 'not-invited'
         when e.is_rejected then 'rejected'
         when w.is_called_back then 'wave-over'
         when i.opened_at is not null and not $3 then 'opened'
         when greatest(i.sent_at, i.reminded_at, i.resent_at) > now() - interval '1 day' then 'mailed-today'
         when i.resends >= ${MOST_RESENDS} then 'resent-often'
         else ${seatReason('')} end as reason
     from waitlist_entries e
     left join invitations i on i.entry_id = e.id and i.state = 'sent' and i.ends_at > now() and ($2::uuid is null or i.wave_id = $2)
     left join waves w on w.id = i.wave_id
     where e.id = any($1) and ${isLiving('e.id')}`,
    [ids, waveId, alsoOpened],
  )
}

/** No reminder follows within a day. */
export async function recordResends(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query(
    `update invitations set resent_at = now(), resends = resends + 1,
       remind_at = case when reminded_at is null then greatest(remind_at, now() + interval '1 day') else remind_at end
     where id = any($1) and state = 'sent'`,
    [ids],
  )
}

export function readToResend(db: Queryable, entryId: string) {
  return findRow<{ id: string; resent_at: Date; ends_at: Date; subject: string; text: string }>(
    db,
    `select i.id, i.resent_at, i.ends_at, ${WAVE_WORDS} from invitations i join waves w on w.id = i.wave_id
       join waitlist_entries e on e.id = i.entry_id
     where i.entry_id = $1 and i.state = 'sent' and i.resent_at is not null and i.ends_at > now()`,
    [entryId],
  )
}
