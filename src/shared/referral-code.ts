export const REFERRAL_CODE_LENGTH = 6
/** The characters of new codes. 0 and O, 1, I and L look alike, so they are only in older codes. */
export const REFERRAL_CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** The code in a text that a visitor typed or pasted, without the link around it, spaces or a hash sign. */
export function tidyReferralCode(typed: string): string {
  // Messengers add invisible characters to what is copied from them.
  return withoutLink(typed).replace(/[\s\p{Cf}#]/gu, '')
}

/** The code in a pasted link; any other text as it is. */
export function withoutLink(text: string): string {
  return codeInLink(text) ?? text
}

/** The code in a link of this site, or else in one of another waitlist tool, which people go on sharing. */
export function codeInLink(text: string): string | null {
  const link =
    /[?&]ref=([^&#]*)/i.exec(text) ??
    /[?&](?:lrref|ref_id|referralcode|kid)=([^&#]*)/i.exec(text) ??
    /\/r\/([^/?&#\s]+)/.exec(text)
  return link && new URLSearchParams(`ref=${link[1]}`).get('ref')
}
