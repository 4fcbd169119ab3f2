import { isStorable, MAX_LENGTH } from '../values/text.ts'

export function codeInLink(text: string): string | null {
  if (text.length > LONGEST_LINK) return null
  let link = withoutProofpoint(text)
  for (let wrapping = 0; wrapping < MOST_WRAPPINGS && codeIn(link) === null && ESCAPED.test(link); wrapping += 1)
    link = link.replaceAll(ESCAPED_ASCII, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return codeIn(link)
}

/** Searching for a link takes a time that grows with the square of the length. */
const LONGEST_LINK = 4_000
const MOST_WRAPPINGS = 3
const ESCAPED = /%(?:25)*(?:3f|2f|26)/i
const ESCAPED_ASCII = /%([2-7][\da-f])/gi

function withoutProofpoint(text: string): string {
  const [, whole] = /urldefense[^/]*\/v3\/__(.*?)__;/.exec(text) ?? []
  if (whole !== undefined) return whole
  const [, dashed] = /urldefense[^/]*\/v2\/url\?(.*)/.exec(text) ?? []
  return dashed === undefined ? text : dashed.replaceAll('_', '/').replaceAll(/-([\dA-F]{2})/g, '%$1')
}

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

export function referralCodeIn(search: string): string | null {
  return acceptableCode(codeIn(`?${search}`))
}

/** Null if it cannot be a code, because an invalid code must never prevent joining. */
export function acceptableCode(text: string | null): string | null {
  return text ? plainCode(withoutLink(text)) : null
}

export function withoutLink(text: string): string {
  return codeInLink(text) ?? text
}

/** Mail programs and networks wrap links: the link is then escaped in the query of another one. */
