import { withinADay } from '../../people/addresses/email-changes.ts'
import { livingOf } from '../../people/addresses/email-keys.ts'
import { enqueue } from '../../outbox/rows.ts'
import { findColumn, hasRows, type Queryable, type Transaction } from '../../db/query.ts'

/** A time in the future comes from a wrong clock, and counts as long ago. */
export async function askForLinks(tx: Transaction, ids: string[]): Promise<void> {
  const found = await findColumn<string>(
    tx,
    `select id from unnest($1::uuid[]) as asked (id) where not exists (
       select from outbox where subject = asked.id and channel = 'send-place-link'
         and (state in ('waiting', 'kept')
           or changed_at between now() - interval '1 day' and now()))`,
    [ids],
  )
  await enqueue(tx, 'send-place-link', found)
}

/**
 * A person may need a fresh link several times a day, and somebody with a stolen token must not flood their mailbox.
 */
const MAX_ASKED_PER_DAY = 5

/** Tokens from joining have a column of their own, because the holder may be a stranger. */
const ASKED_WITH = { joining: 'asked_by_joiner', mail: 'asked' } as const

/**
 * Mails a fresh link to a person who asks for it at their own place. This has a budget of its own, which strangers
 * cannot use up. False if the budget is used up, or if the person is erased or leaving.
 */
export async function askForOwnLink(
  tx: Transaction,
  { entryId, tokenFrom }: { entryId: string; tokenFrom: keyof typeof ASKED_WITH },
): Promise<boolean> {
  const asked = ASKED_WITH[tokenFrom]
  const isOnItsWay = `exists (select from unnest(${withinADay(`d.${asked}`)}) as at
    where at > coalesce(d.delivered_at, '-infinity'))`
  const { rowCount } = await tx.query(
    `insert into outbox as d (subject, channel, ${asked})
     select id, 'send-place-link', array[now()] from (${livingOf('select $1::uuid')}) as living
     on conflict (subject, channel, friend_id) do update
       set ${asked} = case when ${isOnItsWay} then d.${asked} else ${withinADay(`d.${asked}`)} || now() end
       where ${isOnItsWay} or cardinality(${withinADay(`d.${asked}`)}) < ${MAX_ASKED_PER_DAY}`,
    [entryId],
  )
  if (rowCount === 0) return false
  await enqueue(tx, 'send-place-link', [entryId])
  return true
}

export function isAskedAtPlace(db: Queryable, entryId: string) {
  return hasRows(
    db,
    `select from outbox d where subject = $1 and channel = 'send-place-link'
       and exists (select from unnest(${withinADay('asked || asked_by_joiner')}) as at where at > coalesce(d.delivered_at, '-infinity'))`,
    [entryId],
  )
}

/** Call this if somebody else may have requested them, who must not use up the person's budget. */
export async function forgetAsked(tx: Transaction, entryId: string): Promise<void> {
  await tx.query('update outbox set asked = null, asked_by_joiner = null where subject = $1', [entryId])
}

export async function dropAsked(db: Queryable): Promise<void> {
  await db.query(
    `update outbox set asked = ${emptyToNull('asked')}, asked_by_joiner = ${emptyToNull('asked_by_joiner')}
     where ${HAS_ASKED} and not exists (
       select from unnest(asked || asked_by_joiner) as at where at between now() - interval '1 day' and now())`,
  )
}

const HAS_ASKED = '(asked is not null or asked_by_joiner is not null)'

function emptyToNull(times: string): string {
  return `nullif(${withinADay(times)}, '{}')`
}
