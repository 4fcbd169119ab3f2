import type { ContactRequest } from '#shared/joining/contact.ts'
import type { Queryable } from '../db/pool.ts'
import { findMessages } from './find-messages.ts'

export async function readMessage(db: Queryable, id: string): Promise<ContactRequest | null> {
  const { rows } = await db.query<ContactRequest>('select name, email, message from contact_messages where id = $1', [
    id,
  ])
  return rows[0] ?? null
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
