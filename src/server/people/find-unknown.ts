import type { UnknownResponse } from '#shared/owner/admin.ts'
import { readEmail } from '#shared/values/email.ts'
import { normalizeEmail } from '#shared/values/normalize-email.ts'
import type { Queryable } from '../db/pool.ts'
import { findIdsByEmail } from './find-person.ts'

export async function findUnknown(db: Queryable, emails: string[]): Promise<UnknownResponse> {
  const stored = (email: string) => normalizeEmail(readEmail(email))
  const known = await findIdsByEmail(db, emails.map(stored))
  return { unknown: emails.filter((email) => !known.has(stored(email))) }
}
