import { withoutLink } from './referral-link.ts'

export const REFERRAL_CODE_LENGTH = 6
/** The characters of new codes. 0 and O, 1, I and L look alike, so they are only in older codes. */
export const REFERRAL_CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** The code in a text that a visitor typed or pasted, without the link around it, spaces or a hash sign. */
export function tidyReferralCode(typed: string): string {
  // Messengers add invisible characters to text that is copied from them.
  return withoutLink(typed).replace(/[\s\p{Cf}#]/gu, '')
}
