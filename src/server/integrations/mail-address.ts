import { domainToASCII } from 'node:url'

/** One plain address. The landing page takes anything with an '@', and what mail programs read in the rest is theirs. */
const MAILBOX = /^([^\s<>()[\]\\,;:"@]+)@([^\s<>()[\]\\,;:"@]+)$/

/** An address as mail servers write it, its domain in letters that all of them know; null for what is no plain address. */
export function toMailbox(address: string): { address: string; needsUtf8: boolean } | null {
  const [, local, domain = ''] = MAILBOX.exec(address) ?? []
  const ascii = isAscii(domain) ? domain : domainToASCII(domain)
  if (local === undefined || ascii === '') return null
  return { address: `${local}@${ascii}`, needsUtf8: !isAscii(local) }
}

/** A sender's name may hold what means something in a header: brackets, commas, colons. */
export function toSender(from: string): { name: string; address: string } {
  const [, name = '', address = ''] = /^(.*?) *<?([^\s<>]+)>?$/.exec(from)!
  return { name, address }
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}
