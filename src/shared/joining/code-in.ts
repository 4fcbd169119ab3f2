import { isStorable, MAX_LENGTH } from '../values/text.ts'

/** The code in a link of this site or of another waitlist tool, as it stands there; null for none. */
export function codeIn(text: string): string | null {
  const link =
    /[?&](?:amp;)?ref(?:=|%3d)([^&#]*)/i.exec(text) ??
    /[?&](?:amp;)?(?:lrref|ref_id|referralcode|kid)(?:=|%3d)([^&#]*)/i.exec(text) ??
    /\/r\/([^/?&#\s]+)/.exec(text)
  return link && new URLSearchParams(`ref=${link[1]}`).get('ref')
}

/** The text without spaces around it. Null if it cannot be a code. */
export function plainCode(text: string | null): string | null {
  const code = text?.trim()
  return code && code.length <= MAX_LENGTH.referralCode && isStorable(code) ? code : null
}
