import { domainToASCII, domainToUnicode } from 'node:url'
import { normalizeEmail } from '#shared/values/normalize-email.ts'

const IS_ITS_OWN_KEY = /^[!-~]*[!--/-~]$/
export const MAY_HAVE_KEY = `~ '[^!-~]|\\.$'`

/**
 * The one form by which addresses are compared. Stored addresses keep their spelling. See
 * docs/decisions/0102-addresses-are-compared-by-a-key.md.
 */
export function emailKey(address: string): string {
  const email = normalizeEmail(address)
  if (IS_ITS_OWN_KEY.test(email)) return email
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return email.slice(0, email.length - domain.length).normalize('NFC') + domainKey(domain)
}

export function keyIfOther(email: string): string | null {
  const key = emailKey(email)
  return key === email ? null : key
}

export function bothSpellings(email: string): string[] {
  return [...new Set([email, emailKey(email)])]
}

export function domainKey(domain: string): string {
  return asciiDomain(domain) ?? domain
}

const NO_DOMAIN = /[\p{Cc} /\\?#%:@[\]<>^|]/u

/** 'bücher.example' becomes 'xn--bcher-kva.example' (UTS 46). */
export function asciiDomain(domain: string): string | null {
  if (/^[ -~]*$/.test(domain)) return withoutDots(domain.toLowerCase())
  return NO_DOMAIN.test(domain) ? null : withoutDots(domainToASCII(domain))
}

function withoutDots(domain: string): string | null {
  return domain.replace(/[\s.]+$/, '') || null
}

/** Versions without the key hashed the address as it was stored. */
export function hashedSpellings(email: string): string[] {
  const key = emailKey(email)
  if (key === email && !key.includes('xn--')) return [key]
  const letters = key.replace(/[^@]*$/, (domain) => (/(^|\.)xn--/.test(domain) ? domainToUnicode(domain) : domain))
  return [...new Set([key, email, letters])]
}
