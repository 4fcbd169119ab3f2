import type { ContactRequest } from '#shared/contact.ts'
import type { Queryable, Transaction } from '../db/pool.ts'

type NewMessage = ContactRequest & { id: string }

export async function insertMessage(tx: Transaction, { id, name, email, message }: NewMessage): Promise<void> {
  await tx.query('insert into contact_messages (id, name, email, message) values ($1, $2, $3, $4)', [
    id,
    name,
    email,
    message,
  ])
}

export async function markNotSetUp(db: Queryable, ids: string[]): Promise<void> {
  await db.query(
    `update contact_messages set mail_state = 'not set up', mail_changed_at = now()
     where id = any($1) and mail_state = 'waiting'`,
    [ids],
  )
}
