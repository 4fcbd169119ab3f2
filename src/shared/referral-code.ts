export const REFERRAL_CODE_LENGTH = 6
export const REFERRAL_CODE_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** The form in which codes are stored and compared, so that case and stray spaces never lose a credit. */
export function normalizeReferralCode(code: string): string {
  return code.trim().toUpperCase()
}
