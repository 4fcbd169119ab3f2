import { isStorable, MAX_LENGTH } from './text.ts'

/** Without the characters on whose meaning mail programs do not agree. */
const LOCAL = String.raw`[^\s\p{Cc}<>()[\]\\,;:"@]+`
const LABEL = String.raw`(?:[\w-]|(?![\s\p{P}])[^\0-\x7f]|[\u00b7\u05f3\u05f4\u30fb])+`
const ADDRESS = String.raw`${LOCAL}@${LABEL}(?:\.${LABEL})*`
const MAILBOX = new RegExp(String.raw`^(?!['\p{Pi}\p{Pf}])${ADDRESS}$`, 'u')
/** Begins as addresses usually do, so not with a quotation mark. */
const WITHIN = new RegExp(String.raw`(?=[\p{L}\p{N}_+&$#*=-])${ADDRESS}`, 'gu')
const HAS_DOT = /@.+\../

/** Searching takes a time that grows with the square of the length. */
const LONGEST_TEXT = 500

/**
 * Without what is clearly not part of it: a name, 'mailto:', quotation marks, brackets, a comma at the end, invisible
 * characters. Any other text is only trimmed.
 */
export function readEmail(text: string): string {
  const typed = visible(text)
  if (MAILBOX.test(typed)) return typed
  const { addresses, around } = addressesIn(typed)
  const isMarked = /<|mailto:/i.test(typed) || !/[\p{L}\p{N}]/u.test(around)
  // Neither a second address nor the markup of a page.
  return addresses.length === 1 && isMarked && !/[@\p{Cc}]|<[^>]*\p{L}/u.test(around) ? addresses[0]! : typed
}

/** The only rule for emails, in the browser and on the server. */
export function isEmail(text: string): boolean {
  const address = readEmail(text)
  return address.includes('@') && address.length <= MAX_LENGTH.email && !/\p{Cc}/u.test(address) && isStorable(address)
}

/** The rule for emails allows others too, such as '@ann.cuts'. */
export function isMailable(address: string): boolean {
  return MAILBOX.test(address)
}

export function meantEmail(text: string): string | null {
  const typed = readEmail(text)
  if (MAILBOX.test(typed) || typed.length > LONGEST_TEXT) return null
  const { addresses } = addressesIn(typed)
  const mended = readEmail(
    typed
      .replace(/\s/g, '')
      .replace(/,/g, '.')
      .replace(/([.@])\1+/g, '$1'),
  )
  const meant = addresses.length === 1 && HAS_DOT.test(addresses[0]!) ? addresses[0]! : mended
  return MAILBOX.test(meant) && HAS_DOT.test(meant) && isEmail(meant) ? meant : null
}

function addressesIn(text: string): { addresses: string[]; around: string } {
  if (text.length > LONGEST_TEXT) return { addresses: [], around: text }
  const bare = text.replace(
    /mailto:([^\s<>()[\]"?|]*)(\?[^\s<>()[\]"|]*)?/gi,
    (_link, address: string) => ` ${decoded(address)} `,
  )
  const addresses = [...new Set(bare.toLowerCase().match(WITHIN))]
  return { addresses, around: bare.replace(WITHIN, '') }
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** In ordinary width. Domains in some scripts need the invisible joiners between their letters. */
function visible(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\ufe6b/g, '@')
    .replace(/[\u3002\uff61]/g, '.')
    .replace(/([^\0-\x7f][\u200c\u200d](?=[^\0-\x7f]))|\p{Default_Ignorable_Code_Point}/gu, '$1')
    .trim()
}
