import type { Queryable, Transaction } from '../../db/pool.ts'
import { withinADay } from '../../db/recent-times.ts'
import { livingOf } from '../../people/addresses/living.ts'
import { enqueue } from '../outbox/enqueue.ts'

/**
 * Mails these people the link to their own place, except those who were mailed one within the last day, or whose mail
 * is on its way. A time in the future comes from a wrong clock, and counts as long ago.
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
 * The columns with the times at which somebody asked for a link, by the source of their token. Tokens from joining have
 * a column of their own, because the holder may be a stranger.
 */
const ASKED_WITH = { joining: 'asked_by_joiner', mail: 'asked' } as const

/**
 * Mails a fresh link to a person who asks for it at their own place. This has a budget of its own, which strangers
 * cannot use up. The budget counts mails: a second request before the mail has gone out adds no mail. False if the
 * budget is used up, or if the person is erased or leaving.
 */
export async function askForOwnLink(
  tx: Transaction,
  { entryId, tokenFrom }: { entryId: string; tokenFrom: keyof typeof ASKED_WITH },
): Promise<boolean> {
  const asked = ASKED_WITH[tokenFrom]
  const isOnItsWay = `exists (select from unnest(${withinADay(`d.${asked}`)}) as at
    where at > coalesce(d.delivered_at, '-infinity'))`
  const { rowCount } = await tx.query(
    `insert into deliveries as d (entry_id, channel, friend_id, state, ${asked})
     select id, 'send-place-link', null, 'queued', array[now()] from (${livingOf('select $1::uuid')}) as living
     on conflict (entry_id, channel, friend_id) do update
       set ${asked} = case when ${isOnItsWay} then d.${asked} else ${withinADay(`d.${asked}`)} || now() end
       where ${isOnItsWay} or cardinality(${withinADay(`d.${asked}`)}) < ${MAX_ASKED_PER_DAY}`,
    [entryId],
  )
  if (rowCount === 0) return false
  await enqueue(tx, 'send-place-link', [{ entry_id: entryId }])
  return true
}

/** Whether a person has asked for a link at their own place since the last link was mailed to them. */
export async function isAskedAtPlace(db: Queryable, entryId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from deliveries d where entry_id = $1 and channel = 'send-place-link'
       and exists (select from unnest(${withinADay('asked || asked_by_joiner')}) as at where at > coalesce(d.delivered_at, '-infinity'))`,
    [entryId],
  )
  return rows.length > 0
}

/**
 * Deletes the times at which links were requested at this person's place. Call this if somebody else may have requested
 * them, who must not use up the person's budget.
 */
export async function forgetAsked(tx: Transaction, entryId: string): Promise<void> {
  await tx.query('update deliveries set asked = null, asked_by_joiner = null where entry_id = $1', [entryId])
}

/** Deletes the times at which people asked for links, once all times of a delivery are more than a day old. */
export async function dropAsked(db: Queryable): Promise<void> {
  await db.query(
    `update deliveries set asked = ${emptyToNull('asked')}, asked_by_joiner = ${emptyToNull('asked_by_joiner')}
     where ${HAS_ASKED} and not exists (
       select from unnest(asked || asked_by_joiner) as at where at between now() - interval '1 day' and now())`,
  )
}

/**
 * SQL: whether somebody asked for this delivery. It is the condition of the partial index that finds such deliveries.
 */
const HAS_ASKED = '(asked is not null or asked_by_joiner is not null)'

function emptyToNull(times: string): string {
  return `nullif(${withinADay(times)}, '{}')`
}
