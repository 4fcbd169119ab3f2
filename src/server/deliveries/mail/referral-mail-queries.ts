import type { Queryable } from '../../db/pool.ts'
import { livingOf } from '../../people/addresses/living.ts'

const OPENS_AT = `greatest(r.sent_at[1] + interval '1 hour', r.sent_at[3] + interval '1 day')`

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

export async function readUntoldFriends(db: Queryable, entryId: string): Promise<string[]> {
  const { rows } = await db.query<{ friend_id: string }>(
    `select friend_id from outbox
     where subject = $1 and channel = 'send-referral-notification' and delivered_at is null and state <> 'skipped'
     order by friend_id`,
    [entryId],
  )
  return rows.map(({ friend_id }) => friend_id)
}
