import { domainToASCII, domainToUnicode } from 'node:url'
import { normalizeEmail } from '#shared/values/normalize-email.ts'

/** Printable ASCII without a dot at the end. Nearly every address matches, and is then its own key. */
const IS_ITS_OWN_KEY = /^[!-~]*[!--/-~]$/
/** SQL: the end of a condition on an address, true if the address may differ from its key. */
export const MAY_HAVE_KEY = `~ '[^!-~]|\\.$'`

/**
 * The one form by which addresses are compared: trimmed, in lower case, the name composed (NFC), the domain in ASCII.
 * Mail to two addresses with the same key reaches the same mailbox. A domain that has no ASCII form stays as it was
 * typed. Stored addresses keep their spelling. See docs/decisions/0102-addresses-are-compared-by-a-key.md.
 */
export function emailKey(address: string): string {
  const email = normalizeEmail(address)
  if (IS_ITS_OWN_KEY.test(email)) return email
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return email.slice(0, email.length - domain.length).normalize('NFC') + domainKey(domain)
}

/** The key of an address if it differs from the address; otherwise null. */
export function keyIfOther(email: string): string | null {
  const key = emailKey(email)
  return key === email ? null : key
}

/** The address and its key, for searches: a text may contain either. */
export function bothSpellings(email: string): string[] {
  return [...new Set([email, emailKey(email)])]
}

/** The domain in ASCII, or as it was typed if it has no ASCII form. */
export function domainKey(domain: string): string {
  return asciiDomain(domain) ?? domain
}

/** Characters that cannot be part of a domain, because they end the host of a URL or are not allowed in it. */
const NO_DOMAIN = /[\p{Cc} /\\?#%:@[\]<>^|]/u

/**
 * A domain in the form that DNS uses (UTS 46): 'bücher.example' becomes 'xn--bcher-kva.example'. Null if it has no such
 * form.
 */
export function asciiDomain(domain: string): string | null {
  if (/^[ -~]*$/.test(domain)) return withoutDots(domain.toLowerCase())
  return NO_DOMAIN.test(domain) ? null : withoutDots(domainToASCII(domain))
}

/** Removes dots and spaces at the end: 'example.com.' becomes 'example.com'. Null if nothing is left. */
function withoutDots(domain: string): string | null {
  return domain.replace(/[\s.]+$/, '') || null
}

/**
 * The spellings under which the hash of an erased address may be found: the address as typed, and its key with the
 * domain in ASCII and in Unicode. Versions without the key hashed the address as it was stored.
 */
export function hashedSpellings(email: string): string[] {
  const key = emailKey(email)
  if (key === email && !key.includes('xn--')) return [key]
  const letters = key.replace(/[^@]*$/, (domain) => (/(^|\.)xn--/.test(domain) ? domainToUnicode(domain) : domain))
  return [...new Set([key, email, letters])]
}
