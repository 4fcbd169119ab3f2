import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { getDomain } from 'tldts'
import { PUBLIC_PROVIDERS, RELAY_DOMAINS, SHARED_MAILBOXES, SOLD_SUFFIXES } from '#site/trust.ts'
import { domainKey, emailKey } from '../base/email-key.ts'

export function domainOf(email: string): string {
  return domainKey(email.slice(email.lastIndexOf('@') + 1))
}

function nameOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@'))
}

/** The same for all addresses that differ only in a `+tag`, the width of letters, invisible characters, or what their provider ignores. */
export function mailboxOf(email: string): string {
  const key = emailKey(email)
  const domain = domainOf(key)
  const name = folded(nameOf(key)).split('+', 1)[0]!
  // A domain may be called 'constructor'.
  const shared = Object.hasOwn(SHARED_MAILBOXES, domain) ? SHARED_MAILBOXES[domain] : undefined
  const cut = shared?.tag === undefined ? name : name.split(shared.tag, 1)[0]!
  const alike = shared?.same === undefined ? cut : cut.replaceAll(shared.same, '.')
  const told = (shared ? [...alike].filter((sign) => !shared.ignored.includes(sign)).join('') : name).trim()
  const mailbox = `${told || nameOf(key)}@${shared?.domain ?? domain}`
  // Repeats until nothing changes: removing a dot may bring other characters together.
  return mailbox === key ? key : mailboxOf(mailbox)
}

/** Nearly every address, unless its provider ignores something: looking closer at each would cost the joins. */
const IS_PLAIN = /^[a-z0-9_.-]+@[a-z0-9-]+\.[a-z0-9.-]*[a-z0-9]$/

/** Null for what the address itself says, as nearly always. */
export function addressFacts(email: string): { mailbox: string | null; own_domain: string | null } {
  return { mailbox: mailboxIfOther(email), own_domain: ownDomainOf(email) }
}

function ownDomainOf(email: string): string | null {
  const domain = domainOf(email)
  const labels = domain.split('.')
  if (labels.length < 3 || PUBLIC_PROVIDERS.includes(domain)) return null
  const registered = registeredDomain(domain)
  return registered === labels.slice(-2).join('.') ? null : registered
}

export function registeredDomain(domain: string): string {
  const registered = getDomain(domain) ?? domain
  return SOLD_SUFFIXES.includes(registered) ? (getDomain(domain, { allowPrivateDomains: true }) ?? domain) : registered
}

function mailboxIfOther(email: string): string | null {
  if (IS_PLAIN.test(email) && !Object.hasOwn(SHARED_MAILBOXES, email.slice(email.lastIndexOf('@') + 1))) return null
  const mailbox = mailboxOf(email)
  return mailbox === email ? null : mailbox
}

/** NFKC_Casefold. */
function folded(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
}

export function isTagged(email: string): boolean {
  return folded(nameOf(email)).includes('+')
}

const DISPOSABLE = disposableEmailBlocklistSet()

export function isDisposable(domain: string): boolean {
  return isRelay(domain) ? false : withParents(domain).some((one) => DISPOSABLE.has(one))
}

function isRelay(domain: string): boolean {
  return withParents(domain).some((one) => RELAY_DOMAINS.includes(one))
}

/** No dot, ends in a number, or an IP address. */
export function cannotExist(domain: string): boolean {
  return !/^[^\s@[\]]+\.[^\s.@[\]]*\p{L}[^\s.@[\]]*$/u.test(domain)
}

const RESERVED = ['example.com', 'example.net', 'example.org', 'example', 'test', 'invalid', 'localhost']

export function isReserved(domain: string): boolean {
  return withParents(domain).some((one) => RESERVED.includes(one))
}

function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}
