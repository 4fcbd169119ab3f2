import type { Queryable, Transaction } from '../../db/pool.ts'
import { withinADay } from '../../db/recent-times.ts'
import { livingOf } from '../../people/living.ts'
import { enqueue } from '../enqueue.ts'

/**
 * Mails these people the link to their own place, except those who were mailed one within the last day, or whose mail
 * is on its way. A time in the future is a clock's fault, and counts as long ago.
 */
export async function askForLinks(tx: Transaction, ids: string[]): Promise<void> {
  const { rows } = await tx.query<{ entry_id: string }>(
    `select id as entry_id from unnest($1::uuid[]) as asked (id) where not exists (
       select from deliveries where entry_id = asked.id and channel = 'send-place-link'
         and (state in ('queued', 'sending', 'waiting', 'retrying', 'not set up')
           or changed_at between now() - interval '1 day' and now()))`,
    [ids],
  )
  await enqueue(tx, 'send-place-link', rows)
}

/**
 * A person may need a fresh link several times a day, and somebody with a stolen token must not flood their mailbox.
 */
const MAX_ASKED_PER_DAY = 5

/**
 * Mails a fresh link to a person who asks for it at their own place. This has a budget of its own, which strangers
 * cannot use up. False if it is used up, or if the person is erased or leaving.
 */
export async function askForOwnLink(tx: Transaction, entryId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into deliveries as d (entry_id, channel, friend_id, state, asked)
     select id, 'send-place-link', null, 'queued', array[now()] from (${livingOf('$1')}) as living
     on conflict (entry_id, channel, friend_id) do update
       set asked = ${withinADay('d.asked')} || now()
       where cardinality(${withinADay('d.asked')}) < ${MAX_ASKED_PER_DAY}`,
    [entryId],
  )
  if (rowCount === 0) return false
  await enqueue(tx, 'send-place-link', [{ entry_id: entryId }])
  return true
}

/** Whether a person has asked at their own place since the last link was mailed to them. */
export async function isAskedAtPlace(db: Queryable, entryId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from deliveries d where entry_id = $1 and channel = 'send-place-link'
       and exists (select from unnest(${withinADay('asked')}) as at where at > coalesce(d.delivered_at, '-infinity'))`,
    [entryId],
  )
  return rows.length > 0
}
