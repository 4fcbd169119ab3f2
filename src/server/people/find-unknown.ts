import type { UnknownResponse } from '#shared/admin.ts'
import { normalizeEmail } from '#shared/normalize-email.ts'
import type { Queryable } from '../db/pool.ts'

/** The emails in this list that are not on the waitlist, as they were written. */
export async function findUnknown(db: Queryable, emails: string[]): Promise<UnknownResponse> {
  const { rows } = await db.query<{ email: string }>('select email from waitlist_entries where email = any($1)', [
    emails.map(normalizeEmail),
  ])
  const known = new Set(rows.map(({ email }) => email))
  return { unknown: emails.filter((email) => !known.has(normalizeEmail(email))) }
}
