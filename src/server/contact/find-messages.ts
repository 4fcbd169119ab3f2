import type { Queryable } from '../db/pool.ts'
import { bothSpellings, emailKey, MAY_HAVE_KEY } from '../base/email-key.ts'

export type MessageFrom = { id: string; key: string }

/**
 * SQL cannot compute the key of every address: an index finds those that may differ from their key, and the keys are
 * compared here.
 */
export async function findMessages(db: Queryable, emails: string[]): Promise<MessageFrom[]> {
  const { rows } = await db.query<{ id: string; email: string }>(
    `select id, email from contact_messages where email = any($1)
     union select id, email from contact_messages where email ${MAY_HAVE_KEY}`,
    [emails.flatMap(bothSpellings)],
  )
  const keys = new Set(emails.map(emailKey))
  return rows.map(({ id, email }) => ({ id, key: emailKey(email) })).filter(({ key }) => keys.has(key))
}
