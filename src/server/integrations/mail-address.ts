import { asciiDomain } from '../base/email-key.ts'

/**
 * A single plain address. The landing page accepts any text with an '@', but mail programs do not agree on more complex
 * addresses.
 */
const MAILBOX = /^([^\s<>()[\]\\,;:"@]+)@([^\s<>()[\]\\,;:"@]+)$/

/** An address in the form that mail servers expect, its domain in ASCII; null if the text is not a plain address. */
export function toMailbox(address: string): { address: string; needsUtf8: boolean } | null {
  const [, local, domain = ''] = MAILBOX.exec(address) ?? []
  const ascii = asciiDomain(domain)
  if (local === undefined || ascii === null) return null
  return { address: `${local}@${ascii}`, needsUtf8: !isAscii(local) }
}

/**
 * Splits a sender into name and address, because the name may contain characters with a meaning in a header: brackets,
 * commas, colons.
 */
export function toSender(from: string): { name: string; address: string } {
  const [, name = '', address = ''] = /^(.*?) *<?([^\s<>]+)>?$/.exec(from)!
  return { name, address }
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}
