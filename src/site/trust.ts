/**
 * What speaks against a join. Nobody is refused for it and nobody is told: the credit that a friend with a mark gives
 * waits until the owner has looked. A mark is personal: it never follows from what a friend shares with others. The version
 * tells the owner which rules gave somebody theirs, so raise it with every change. See docs/trust.md.
 */
export const TRUST_VERSION = 4

/** The points of a mark, which hold. */
export const MARK = 100

type Signal = {
  /** `owner`: a rule of the owner's. */
  kind: 'mark' | 'owner'
  points: number
  /** For the owner: completes 'This person …'. */
  reason: string
  /** For the owner, about several: completes '31 …'. */
  many: string
}

const signals = {
  trap: {
    kind: 'mark',
    points: MARK,
    reason: 'filled in a field that no person sees',
    many: 'filled in a field that no person sees',
  },
  'same-mailbox': {
    kind: 'mark',
    points: MARK,
    reason: 'has the same mailbox as another entry, written differently',
    many: 'share a mailbox with another entry',
  },
  'disposable-domain': {
    kind: 'mark',
    points: MARK,
    reason: 'uses a throw-away mailbox',
    many: 'at disposable domains',
  },
  'no-mail-domain': {
    kind: 'mark',
    points: MARK,
    reason: 'has an address that cannot receive mail',
    many: 'at domains that cannot receive mail',
  },
  'too-fast': {
    kind: 'mark',
    points: MARK,
    reason: 'sent the form faster than anybody can read it',
    many: 'sent the form in under two seconds',
  },
  'no-page': {
    kind: 'mark',
    points: MARK,
    reason: 'never opened the form',
    many: 'never opened the form',
  },
  'held-by-rule': {
    kind: 'owner',
    points: MARK,
    reason: 'is held by a rule of yours',
    many: 'held by a rule of yours',
  },
  'trusted-by-rule': {
    kind: 'owner',
    points: -1_000,
    reason: 'is trusted by a rule of yours',
    many: 'trusted by a rule of yours',
  },
} as const satisfies Record<string, Signal>

export type SignalName = keyof typeof signals
export const SIGNALS: Record<SignalName, Signal> = signals

/** Nobody answers all questions in less time than this. */
export const FASTEST_PERSON_MS = 2_000

/**
 * Domains whose addresses are other ways to write one mailbox: the domain they share, and the signs in a name that the
 * provider ignores. `+tag` is ignored everywhere.
 */
export const SHARED_MAILBOXES: Record<string, { domain: string; ignored: string }> = {
  'gmail.com': { domain: 'gmail.com', ignored: '.' },
  'googlemail.com': { domain: 'gmail.com', ignored: '.' },
  'proton.me': { domain: 'proton.me', ignored: '.-_' },
  'protonmail.com': { domain: 'proton.me', ignored: '.-_' },
  'protonmail.ch': { domain: 'proton.me', ignored: '.-_' },
  'pm.me': { domain: 'proton.me', ignored: '.-_' },
  'icloud.com': { domain: 'icloud.com', ignored: '' },
  'me.com': { domain: 'icloud.com', ignored: '' },
  'mac.com': { domain: 'icloud.com', ignored: '' },
}

/** Domains of services that hide an honest person's mailbox: they are no throw-away ones. Also of subdomains. */
export const RELAY_DOMAINS = [
  'privaterelay.appleid.com',
  'icloud.com',
  'duck.com',
  'mozmail.com',
  'relay.firefox.com',
  'simplelogin.com',
  'simplelogin.co',
  'aleeas.com',
  'slmail.me',
  'slmails.com',
  '8alias.com',
  '8shield.net',
  'dralias.com',
  'passmail.net',
  'passmail.com',
  'passinbox.com',
  'passfwd.com',
  'anonaddy.com',
  'anonaddy.me',
  'addy.io',
  'addymail.com',
  'fastmail.com',
  'hey.com',
]

/** For how many days the network of a join is remembered, as a keyed hash. */
export const TRACE_DAYS = 30
