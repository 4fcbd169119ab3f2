import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { RELAY_DOMAINS, SHARED_MAILBOXES } from '#site/trust.ts'
import { domainKey, emailKey } from '../email-key.ts'

/** The domain of an address, in ASCII. */
export function domainOf(email: string): string {
  return domainKey(email.slice(email.lastIndexOf('@') + 1))
}

export function nameOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@'))
}

/**
 * The one mailbox of all addresses that differ only in a `+tag`, in the width of letters, in what cannot be seen, or in
 * what their provider ignores.
 */
export function mailboxOf(email: string): string {
  const key = emailKey(email)
  const domain = domainOf(key)
  const name = folded(nameOf(key)).split('+', 1)[0]!
  // A domain may be called 'constructor'.
  const shared = Object.hasOwn(SHARED_MAILBOXES, domain) ? SHARED_MAILBOXES[domain] : undefined
  const told = (shared ? [...name].filter((sign) => !shared.ignored.includes(sign)).join('') : name).trim()
  const mailbox = `${told || nameOf(key)}@${shared?.domain ?? domain}`
  // Without a dot, other signs may stand side by side.
  return mailbox === key ? key : mailboxOf(mailbox)
}

/** The letters of a name, as identifiers are compared (NFKC_Casefold). */
function folded(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
}

/** Whether a name says for whom the address was made up: 'ann+shop@'. */
export function isTagged(email: string): boolean {
  return folded(nameOf(email)).includes('+')
}

/** Made once: the package's own check makes the set anew each time. */
const DISPOSABLE = disposableEmailBlocklistSet()

/** Whether the domain hands out mailboxes that are thrown away. Checks the domains above it too. */
export function isDisposable(domain: string): boolean {
  return isRelay(domain) ? false : withParents(domain).some((one) => DISPOSABLE.has(one))
}

/** Whether the domain hides honest people's mailboxes behind names of its own. */
export function isRelay(domain: string): boolean {
  return withParents(domain).some((one) => RELAY_DOMAINS.includes(one))
}

/** Whether no mail server can have this domain: it is one word, ends in a number, or is an address. */
export function cannotExist(domain: string): boolean {
  return !/^[^\s@[\]]+\.[^\s.@[\]]*\p{L}[^\s.@[\]]*$/u.test(domain)
}

const RESERVED = ['example.com', 'example.net', 'example.org', 'example', 'test', 'invalid', 'localhost']

/** Whether the domain is set aside for tests (RFC 6761): nobody looks it up. */
export function isReserved(domain: string): boolean {
  return withParents(domain).some((one) => RESERVED.includes(one))
}

/** 'a.b.c': 'a.b.c', 'b.c', 'c'. */
function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

const VOWELS = 'aeiouy'
/** Consonants that stand together in names and words. */
const CLUSTERS = new Set(
  `bl br ch ck cl cr ct dd dr ds dz ff fl fr ft gg gh gl gn gr gs hl hn hr ht kk kl kn kr ks kw ld lf lg lk ll lm ln lp ls
lt lv lz mb mm mp ms nc nd ng nj nk nn ns nt nz ph pl pp pr ps pt rb rc rd rf rg rk rl rm rn rp rr rs rt rv rz sc sh sk
sl sm sn sp sr ss st sv sw sz cz tc th tl tr ts tt tw tz vl vr wh wk wl wn wr ws xt zz bb cc hm mc`.split(/\s+/),
)
const SHORTEST = 7
/** Of pairs of letters in random text, half are common; in names and words, nearly all are. */
const LEAST_COMMON = 0.65

/** Whether a name was made by a program that strings letters together, or letters and digits. */
export function isRandom(name: string): boolean {
  const text = name.split('+', 1)[0]!.normalize('NFD').toLowerCase()
  if ((text.match(/[a-z](?=\d)|\d(?=[a-z])/g) ?? []).length >= 4) return true
  const longest = (text.match(/[a-z]+/g) ?? []).reduce((one, other) => (other.length > one.length ? other : one), '')
  if (longest.length < SHORTEST) return false
  const pairs = Array.from({ length: longest.length - 1 }, (_, index) => longest.slice(index, index + 2))
  return pairs.filter(isCommon).length < LEAST_COMMON * pairs.length
}

function isCommon([one, other]: string): boolean {
  return VOWELS.includes(one!) || VOWELS.includes(other!) || CLUSTERS.has(one! + other!)
}
