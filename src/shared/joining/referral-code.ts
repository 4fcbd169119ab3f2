import { withoutLink } from './referral-link.ts'

export const REFERRAL_CODE_LENGTH = 6
/** The characters of new codes. 0 and O, 1, I and L look alike, so they are only in older codes. */
export const REFERRAL_CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Messengers add invisible characters to text that is copied from them. */
const NEVER_IN_CODES = /[\s\p{Cf}#]/gu
/** Brackets, quotes, the end of a sentence and emoji, which stand around a code in a message. */
const AROUND = String.raw`[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}\p{So}\p{Sk}\p{Mn}<>]`
const AROUND_CODES = new RegExp(`^${AROUND}+|${AROUND}+$`, 'gu')

/** The code in a text that a visitor typed or pasted, without the link and the punctuation around it. */
export function tidyReferralCode(typed: string): string {
  return withoutLink(typed).normalize('NFKC').replace(NEVER_IN_CODES, '').replace(AROUND_CODES, '')
}
