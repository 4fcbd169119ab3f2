import type { ContactRequest } from '#shared/joining/contact.ts'
import { bothSpellings, emailKey, MAY_HAVE_KEY } from '../base/email-key.ts'
import { findColumn, findRow, type Queryable, type Transaction } from '../db/query.ts'

type MessageFrom = { id: string; key: string }

/**
 * SQL cannot compute the key of every address: an index finds those that may differ from their key, and the keys are
 * compared here.
 */
async function findMessages(db: Queryable, emails: string[]): Promise<MessageFrom[]> {
  const { rows } = await db.query<{ id: string; email: string }>(
    `select id, email from contact_messages where email = any($1)
     union select id, email from contact_messages where email ${MAY_HAVE_KEY}`,
    [emails.flatMap(bothSpellings)],
  )
  const keys = new Set(emails.map(emailKey))
  return rows.map(({ id, email }) => ({ id, key: emailKey(email) })).filter(({ key }) => keys.has(key))
}

/** Does not wait for other locks: `busy` has the keys of addresses with messages that are locked. */
export async function lockMessages(
  tx: Transaction,
  emails: string[],
): Promise<{ locked: MessageFrom[]; busy: Set<string> }> {
  const messages = await findMessages(tx, emails)
  const ids = new Set(
    await findColumn<string>(
      tx,
      'select id from contact_messages where id = any($1) order by id for update skip locked',
      [messages.map(({ id }) => id)],
    ),
  )
  const busy = await findMessages(tx, emails)
  return {
    locked: messages.filter(({ id }) => ids.has(id)),
    busy: new Set(busy.filter(({ id }) => !ids.has(id)).map(({ key }) => key)),
  }
}

export async function moveMessages(tx: Transaction, { from, to }: { from: string; to: string }): Promise<void> {
  const messages = await findMessages(tx, [from])
  await tx.query('update contact_messages set email = $2 where id = any($1)', [messages.map(({ id }) => id), to])
}

export async function forgetMessages(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('delete from contact_messages where id = any($1)', [ids])
}

/** Skips locked messages. */
export function lockOldMessages(
  tx: Transaction,
  { days, after, limit }: { days: number; after: string; limit: number },
) {
  return findColumn<string>(
    tx,
    `select id from contact_messages where id > $1 and created_at < now() - $2 * interval '1 day'
     order by id limit $3 for update skip locked`,
    [after, days, limit],
  )
}

export function readMessage(db: Queryable, id: string) {
  return findRow<ContactRequest>(db, 'select name, email, message from contact_messages where id = $1', [id])
}

export async function readSenders(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; email: string }>(
    'select id, email from contact_messages where id = any($1)',
    [ids],
  )
  return new Map(rows.map(({ id, email }) => [id, email]))
}

export async function readMessagesFrom(
  db: Queryable,
  email: string,
): Promise<{ at: string; name: string; message: string }[]> {
  const messages = await findMessages(db, [email])
  const { rows } = await db.query<{ created_at: Date; name: string; message: string }>(
    'select created_at, name, message from contact_messages where id = any($1) order by id',
    [messages.map(({ id }) => id)],
  )
  return rows.map(({ created_at, ...written }) => ({ at: created_at.toISOString(), ...written }))
}
