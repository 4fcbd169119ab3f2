import type { Queryable } from '../../db/pool.ts'

export const DIGEST = 'digest'

/** `next_at`: when the oldest of them is an hour old; null if there is none. */
type ContactMails = { sent: number; next_at: Date | null; is_told: boolean; waiting: number; is_first: boolean }

/** Null if the message no longer exists. */
export async function readContactMails(db: Queryable, messageId: string): Promise<ContactMails | null> {
  const { rows } = await db.query<ContactMails>(
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
  return rows[0] ?? null
}
