import { withoutLink } from './referral-link.ts'

export const REFERRAL_CODE_LENGTH = 6
/** 0 and O, 1, I and L look alike, so they are only in older codes. */
export const REFERRAL_CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Messengers add invisible characters to text that is copied from them. */
const NEVER_IN_CODES = /[\s\p{Cf}#]/gu
const AROUND = String.raw`[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}\p{So}\p{Sk}\uFE0F<>]`
const AROUND_CODES = new RegExp(`^${AROUND}+|${AROUND}+$`, 'gu')
/** `AROUND_CODES` takes a time that grows with the square of the length. */
const LONGEST_TEXT = 1_000

export function tidyReferralCode(typed: string): string {
  const text = withoutLink(typed)
  if (text.length > LONGEST_TEXT) return ''
  const bare = text.replace(NEVER_IN_CODES, '').replace(AROUND_CODES, '')
  // Japanese and Chinese keyboards write characters in full width.
  return bare.normalize('NFKC').replace(NEVER_IN_CODES, '')
}
