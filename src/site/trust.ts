/**
 * What makes a join doubtful. Nobody is refused for it and nobody is told: a doubtful friend's credit waits until the
 * owner has looked. Signals are worth points, and 100 points hold. Change the points here; the version tells the owner
 * which rules gave somebody theirs, so raise it with every change.
 */
export const TRUST_VERSION = 3

export const POINTS_THAT_HOLD = 100

/**
 * `decides`: enough alone. `mark`: something that an honest person rarely has; two of them and a circumstance hold.
 * `circumstance`: something that crowds of honest people have too, so all of them together stay below one mark that
 * decides. `company`: what the other friends of the same code say. `owner`: a rule of the owner's.
 */
export type SignalKind = 'decides' | 'mark' | 'circumstance' | 'company' | 'owner'

type Signal = {
  kind: SignalKind
  points: number
  /** For the owner: completes 'This person …'. */
  reason: string
  /** For the owner, about several: completes '31 …'. */
  many: string
}

const signals = {
  trap: {
    kind: 'decides',
    points: 100,
    reason: 'filled in a field that no person sees',
    many: 'filled in a field that no person sees',
  },
  'same-mailbox': {
    kind: 'decides',
    points: 100,
    reason: 'has the same mailbox as another entry, written differently',
    many: 'share a mailbox with another entry',
  },
  'disposable-domain': {
    kind: 'mark',
    points: 50,
    reason: 'uses a throw-away mailbox',
    many: 'at disposable domains',
  },
  'no-mail-domain': {
    kind: 'mark',
    points: 50,
    reason: 'has an address that cannot receive mail',
    many: 'at domains that cannot receive mail',
  },
  'too-fast': {
    kind: 'mark',
    points: 50,
    reason: 'answered in less time than it takes to tap through the questions',
    many: 'answered in under two seconds',
  },
  'no-page': {
    kind: 'mark',
    points: 35,
    reason: 'never opened the form, as nearly everybody else does',
    many: 'never opened the form',
  },
  alike: {
    kind: 'mark',
    points: 35,
    reason: 'is like other friends of the same code in three ways at once, as hardly anybody is',
    many: 'alike in three ways at once, as hardly anybody is',
  },
  'random-letters': {
    kind: 'mark',
    points: 30,
    reason: 'has an address of random letters',
    many: 'with addresses of random letters',
  },
  quick: {
    kind: 'mark',
    points: 40,
    reason: 'answered faster than a person reads',
    many: 'answered faster than a person reads',
  },
  'shared-network': {
    kind: 'circumstance',
    points: 15,
    reason: 'joined from the same network as many friends of the same code',
    many: 'joined from one network',
  },
  'repeated-answers': {
    kind: 'circumstance',
    points: 15,
    reason: 'gave exactly the same answers as other friends of the same code',
    many: 'gave exactly the same answers as others',
  },
  'repeated-timing': {
    kind: 'circumstance',
    points: 15,
    reason: 'took exactly as long as other friends of the same code',
    many: 'took exactly as long as others',
  },
  untimed: {
    kind: 'circumstance',
    points: 15,
    reason: 'did not say how long the answers took, as the form does',
    many: 'did not say how long they took',
  },
  clockwork: {
    kind: 'circumstance',
    points: 15,
    reason: 'came at even intervals, like the other friends of the same code',
    many: 'came at even intervals',
  },
  pace: {
    kind: 'circumstance',
    points: 15,
    reason: 'came while the code was used far more often than people use one',
    many: 'came far faster than friends do',
  },
  'same-pattern': {
    kind: 'company',
    points: 45,
    reason: 'looks like most other friends who used this code at that time, and unlike the rest of the list',
    many: 'look alike, and unlike the rest of the list',
  },
  company: {
    kind: 'company',
    points: 100,
    reason: 'came with friends of the same code who are doubtful, and in the same way',
    many: 'came in the same way as the doubtful friends around them',
  },
  'held-by-rule': { kind: 'owner', points: 100, reason: 'is held by a rule of yours', many: 'held by a rule of yours' },
  'trusted-by-rule': {
    kind: 'owner',
    points: -1_000,
    reason: 'is trusted by a rule of yours',
    many: 'trusted by a rule of yours',
  },
} as const satisfies Record<string, Signal>

export type SignalName = keyof typeof signals
export const SIGNALS: Record<SignalName, Signal> = signals

/** All circumstances together are worth at most this. */
export const MOST_FOR_CIRCUMSTANCES = 45

/** Answers to all questions in less time than this are a program's; in less than `quick`, hardly a person's. In ms. */
export const FASTEST_PERSON = { impossible: 1_500, quick: 3_000 }

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

/** Domains of services that hide an honest person's mailbox: random letters say nothing there. Also of subdomains. */
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
