import { isStorable, MAX_LENGTH } from '../values/text.ts'

export function codeIn(text: string): string | null {
  const link =
    /[?&](?:amp;)?ref(?:=|%3d)([^&#]*)/i.exec(text) ??
    /[?&](?:amp;)?(?:lrref|ref_id|referralcode|kid)(?:=|%3d)([^&#]*)/i.exec(text) ??
    /\/r\/([^/?&#\s]+)/.exec(text)
  return link && new URLSearchParams(`ref=${link[1]}`).get('ref')
}

export function plainCode(text: string | null): string | null {
  const code = text?.trim()
  return code && code.length <= MAX_LENGTH.referralCode && isStorable(code) ? code : null
}
