import type { UnknownResponse } from '#shared/owner/admin.ts'
import { normalizeEmail } from '#shared/values/normalize-email.ts'
import type { Queryable } from '../db/pool.ts'
import { findIdsByEmail } from './find-person.ts'

/** The emails in this list that are not on the waitlist, as they were written. */
export async function findUnknown(db: Queryable, emails: string[]): Promise<UnknownResponse> {
  const known = await findIdsByEmail(db, emails.map(normalizeEmail))
  return { unknown: emails.filter((email) => !known.has(normalizeEmail(email))) }
}
