import { DAY_MS } from '#shared/values/durations.ts'
import { friendMailPause, livingOf } from '../../people/addresses/email-keys.ts'
import { requestersFor } from '../../joining/requests.ts'
import { findColumn, findRow, type Queryable } from '../../db/query.ts'

const OPENS_AT = `greatest(r.sent_at[1] + ${friendMailPause('r.entry_id')}, r.sent_at[3] + interval '1 day')`

type Target = { entry_id: string; friend_id: string }

export async function readReadiness(db: Queryable, { entry_id, friend_id }: Target): Promise<'done' | 'due' | Date> {
  const { rows } = await db.query<{ is_done: boolean | null; opens_at: Date | null }>(
    `select d.state = 'done' as is_done, case when ${OPENS_AT} > now() then ${OPENS_AT} end as opens_at
     from (select $1::uuid, $2::uuid) as t (entry_id, friend_id)
     left join referral_mails r using (entry_id)
     left join outbox d on d.subject = t.entry_id and d.friend_id = t.friend_id
       and d.channel = 'send-referral-notification'`,
    [entry_id, friend_id],
  )
  const { is_done, opens_at } = rows[0]!
  return is_done ? 'done' : (opens_at ?? 'due')
}

/**
 * Reserves the referrer's next mail before it goes out, so that it is sent only once: another server cannot send it,
 * and neither can this one after a crash that left open whether the mail went out.
 */
export async function reserveMail(
  db: Queryable,
  entryId: string,
): Promise<{ reservation: string } | { opensAt: Date }> {
  const taken = await db.query<{ reservation: string }>(
    `insert into referral_mails as r (entry_id, sent_at)
     select id, array[now()] from (${livingOf('select $1::uuid')}) as living
     on conflict (entry_id) do update set sent_at = now() || r.sent_at[1:3]
       where coalesce(${OPENS_AT} <= now(), true)
     returning sent_at[1]::text as reservation`,
    [entryId],
  )
  if (taken.rows[0]) return taken.rows[0]
  const { rows } = await db.query<{ opens_at: Date | null }>(
    `select ${OPENS_AT} as opens_at from referral_mails r where entry_id = $1`,
    [entryId],
  )
  return { opensAt: rows[0]?.opens_at ?? new Date() }
}

export async function releaseMail(db: Queryable, entryId: string, reservation: string): Promise<void> {
  await db.query(
    'update referral_mails set sent_at = sent_at[2:4] where entry_id = $1 and sent_at[1] = $2::timestamptz',
    [entryId, reservation],
  )
}

export function readUntoldFriends(db: Queryable, entryId: string) {
  return findColumn<string>(
    db,
    `select friend_id from outbox
     where subject = $1 and channel = 'send-referral-notification' and delivered_at is null and state <> 'skipped'
     order by friend_id`,
    [entryId],
  )
}

/** Whether a mail that anybody can cause, by joining again or by asking for it, may go out: at most once a day. */
export function isDueAgain(deliveredAt: Date | null): boolean {
  return deliveredAt === null || deliveredAt.getTime() <= Date.now() - DAY_MS
}

export const DIGEST = 'digest'

/** `next_at`: when the oldest of them is an hour old; null if there is none. */
type ContactMails = { sent: number; next_at: Date | null; is_told: boolean; waiting: number; is_first: boolean }

/** Null if the message no longer exists. */
export function readContactMails(db: Queryable, messageId: string) {
  return findRow<ContactMails>(
    db,
    `with mails as (
       select delivered_at, content_hash = '${DIGEST}' as is_digest from outbox
       where channel = 'send-contact-message' and delivered_at is not null
     ), latest as (select * from mails where delivered_at > now() - interval '1 hour'),
     told as (select coalesce(max(delivered_at), '-infinity') as until from mails where is_digest),
     waiting as (
       select w.id from contact_messages w join outbox d on d.subject = w.id and d.channel = 'send-contact-message'
       where w.created_at > (select until from told) and d.delivered_at is null
         and d.state not in ('given up', 'dismissed', 'skipped', 'kept'))
     select (select count(*)::int from latest) as sent,
       (select min(delivered_at) + interval '1 hour' from latest) as next_at,
       m.created_at < (select until from told) as is_told,
       (select count(*)::int from waiting) as waiting,
       m.id = (select id from waiting order by id limit 1) as is_first
     from contact_messages m where id = $1`,
    [messageId],
  )
}

type Page = { limit: number; after: string }

const REMINDER = `select from outbox d where d.subject = u.id and d.channel = 'send-reminder'`

export function findToRemind(db: Queryable, { days, limit, after }: Page & { days: number }) {
  return findColumn<string>(
    db,
    `select id from (${requestersFor('$1')}) as u where id > $3 and not exists (${REMINDER}) order by id limit $2`,
    [days, limit, after],
  )
}

export function findUnanswered(
  db: Queryable,
  { days, daysSinceReminder, limit, after }: Page & { days: number; daysSinceReminder: number },
) {
  return findColumn<string>(
    db,
    `select id from (${requestersFor('$1')}) as u
     where id > $3 and exists (${REMINDER} and state in ('done', 'given up', 'dismissed', 'skipped')
       and changed_at < now() - $4 * interval '1 day')
     order by id limit $2`,
    [days, limit, after, daysSinceReminder],
  )
}
