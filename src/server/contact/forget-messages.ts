import type { Transaction } from '../db/pool.ts'
import { findMessages, type MessageFrom } from './find-messages.ts'

/** Does not wait for other locks: `busy` has the keys of addresses with messages that are locked. */
export async function lockMessages(
  tx: Transaction,
  emails: string[],
): Promise<{ locked: MessageFrom[]; busy: Set<string> }> {
  const messages = await findMessages(tx, emails)
  const { rows } = await tx.query<{ id: string }>(
    'select id from contact_messages where id = any($1) order by id for update skip locked',
    [messages.map(({ id }) => id)],
  )
  const ids = new Set(rows.map(({ id }) => id))
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
export async function lockOldMessages(
  tx: Transaction,
  { days, after, limit }: { days: number; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from contact_messages where id > $1 and created_at < now() - $2 * interval '1 day'
     order by id limit $3 for update skip locked`,
    [after, days, limit],
  )
  return rows.map(({ id }) => id)
}
