import { MOST_RESENDS } from '#shared/list/waves.ts'
import type { SkipReason } from '#shared/list/act-words.ts'
import type { Queryable, Transaction } from '../db/pool.ts'
import { isLiving } from '../people/addresses/living.ts'
import { seatReason } from '../people/seat-reason.ts'

type Resendable = { entry_id: string; id: string; reason: SkipReason | null }

/** `id` is null for people without one. Erased people are missing. */
export async function readResendable(
  db: Queryable,
  { ids, waveId, alsoOpened }: { ids: string[]; waveId: string | null; alsoOpened: boolean },
): Promise<Resendable[]> {
  const { rows } = await db.query<Resendable>(
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
  return rows
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

export async function readToResend(
  db: Queryable,
  entryId: string,
): Promise<{ id: string; resent_at: Date; ends_at: Date; subject: string; text: string } | null> {
  const { rows } = await db.query(
    `select i.id, i.resent_at, i.ends_at, w.subject, w.body as text from invitations i join waves w on w.id = i.wave_id
     where i.entry_id = $1 and i.state = 'sent' and i.resent_at is not null and i.ends_at > now()`,
    [entryId],
  )
  return rows[0] ?? null
}
