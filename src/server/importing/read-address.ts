import { isEmail } from '#shared/values/email.ts'
import { normalizeEmail } from '#shared/values/normalize-email.ts'

/**
 * The address in a field: 'ann@old.example', 'Ann <ann@old.example>', 'mailto:ann@old.example'. Null if there is none,
 * or more than one. Stricter than the form, because nobody checks an imported address by eye.
 */
export function readAddress(text: string): string | null {
  const bare = (/^[^<>@]*<([^<>]*)>$/.exec(text)?.[1] ?? text).trim().replace(/^mailto:([^?]*).*$/i, '$1')
  return isEmail(bare) && /^[^\s;,<>()@]+@[^\s;,<>()@]+$/.test(bare) ? normalizeEmail(bare) : null
}
