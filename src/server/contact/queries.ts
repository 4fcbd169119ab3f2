import type { ContactRequest } from '#shared/joining/contact.ts'
import type { Transaction } from '../db/pool.ts'

type NewMessage = ContactRequest & { id: string }

export async function insertMessage(tx: Transaction, { id, name, email, message }: NewMessage): Promise<void> {
  await tx.query('insert into contact_messages (id, name, email, message) values ($1, $2, $3, $4)', [
    id,
    name,
    email,
    message,
  ])
}
