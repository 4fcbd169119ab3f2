import type { Queryable } from '../db/pool.ts'
import { bothSpellings, emailKey, MAY_HAVE_KEY } from '../base/email-key.ts'

/** The id of a message, and `emailKey` of the address that it came from. */
export type MessageFrom = { id: string; key: string }

/**
 * The messages from these addresses, in any spelling. SQL cannot compute the key of an address that may differ from
 * its key: an index finds such addresses, and this function compares the keys.
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
