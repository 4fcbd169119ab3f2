import * as z from 'zod/mini'
import { isEmail } from './email.ts'

/** One person has one entry: emails are compared trimmed and lower-cased. */
export function normalizeEmail(address: string): string {
  return address.trim().toLowerCase()
}

export const Email = z.pipe(
  z.string().check(z.refine(isEmail, 'must be an email address')),
  z.transform(normalizeEmail),
)
