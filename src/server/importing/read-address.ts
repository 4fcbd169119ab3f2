import { isEmail, isMailable, readEmail } from '#shared/values/email.ts'
import { normalizeEmail } from '#shared/values/normalize-email.ts'

/** Stricter than the form, because nobody checks an imported address by eye. */
export function readAddress(text: string): string | null {
  const address = readEmail(text)
  return isEmail(address) && isMailable(address) ? normalizeEmail(address) : null
}
