import { isMailable, readEmail } from '#shared/values/email.ts'
import { asciiDomain } from '../base/email-key.ts'

/** With the domain in ASCII; null if no mail can reach it. */
export function toMailbox(stored: string): { address: string; needsUtf8: boolean } | null {
  const address = readEmail(stored)
  const at = address.lastIndexOf('@')
  const [local, ascii] = [address.slice(0, at), asciiDomain(address.slice(at + 1))]
  if (!isMailable(address) || ascii === null) return null
  return { address: `${local}@${ascii}`, needsUtf8: !isAscii(local) }
}

/** The name may contain brackets, commas or colons, which have a meaning in a header. */
export function toSender(from: string): { name: string; address: string } {
  const [, name = '', address = ''] = /^(.*?) *<?([^\s<>]+)>?$/.exec(from)!
  return { name, address }
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}
