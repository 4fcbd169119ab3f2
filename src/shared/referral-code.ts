export const REFERRAL_CODE_LENGTH = 6
export const REFERRAL_CODE_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** The form in which codes are stored and compared. A pasted link, case, spaces or a hash sign never lose a credit. */
export function normalizeReferralCode(typed: string): string {
  const code = /[?&]ref=([^&#]*)/i.exec(typed)?.[1] ?? typed
  return code.toUpperCase().replace(/[\s#]/g, '')
}
