import { isStorable, MAX_LENGTH } from '../values/text.ts'

/** The referral code in the query of a page, with or without its question mark; null for none. */
export function referralCodeIn(search: string): string | null {
  return acceptableCode(codeInLink(`?${search}`))
}

/** The code in a text. Null if the text cannot be a code, because an invalid code must never prevent joining. */
export function acceptableCode(text: string | null): string | null {
  const code = text && withoutLink(text).trim()
  return code && code.length <= MAX_LENGTH.referralCode && isStorable(code) ? code : null
}

/** The code in a pasted link; any other text is returned unchanged. */
export function withoutLink(text: string): string {
  return codeInLink(text) ?? text
}

/**
 * The code in a link of this site, or else in a link of another waitlist tool, because people keep sharing those; null
 * for none.
 */
export function codeInLink(text: string): string | null {
  const link =
    /[?&](?:amp;)?ref(?:=|%3d)([^&#]*)/i.exec(text) ??
    /[?&](?:amp;)?(?:lrref|ref_id|referralcode|kid)(?:=|%3d)([^&#]*)/i.exec(text) ??
    /\/r\/([^/?&#\s]+)/.exec(text)
  return link && new URLSearchParams(`ref=${link[1]}`).get('ref')
}
