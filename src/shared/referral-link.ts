import { codeInLink, withoutLink } from './referral-code.ts'
import { isStorable, MAX_LENGTH } from './text.ts'

/** The friend's code in the address of a page, by the one rule of browser and server; null for none. */
export function referralCodeIn(search: string): string | null {
  return acceptableCode(codeInLink(search))
}

/** Null for text that cannot be a code: it must never prevent joining. */
export function acceptableCode(text: string | null): string | null {
  const code = text && withoutLink(text).trim()
  return code && code.length <= MAX_LENGTH.referralCode && isStorable(code) ? code : null
}
