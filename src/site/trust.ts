/**
 * What speaks against a join. Nobody is refused for it and nobody is told: the credit that a friend with a mark gives
 * waits until the owner has looked. A mark is personal: it never follows from what a friend shares with others. The version
 * tells the owner which rules gave somebody theirs, so raise it with every change. See decision 120.
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
  /** For the owner, about several: completes '31 of them …'. */
  many: string
}

const signals = {
  trap: {
    kind: 'mark',
    points: MARK,
    reason: 'filled in a field that no person sees',
    many: 'filled in a field that no person sees',
  },
  'disposable-domain': {
    kind: 'mark',
    points: MARK,
    reason: 'uses a throw-away mailbox',
    many: 'use throw-away mailboxes',
  },
  'no-mail-domain': {
    kind: 'mark',
    points: MARK,
    reason: 'has an address that cannot receive mail',
    many: 'have addresses that cannot receive mail',
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
  /** Never stored: it follows from the friends, and goes when the owner accepts or rejects them. */
  'many-at-domain': {
    kind: 'mark',
    points: MARK,
    reason: 'confirmed an address at a domain where ten friends of the same code count already',
    many: 'have addresses at a domain where ten friends of this code count already',
  },
  'held-by-rule': {
    kind: 'owner',
    points: MARK,
    reason: 'is held by a rule of yours',
    many: 'are held by a rule of yours',
  },
  'trusted-by-rule': {
    kind: 'owner',
    points: -1_000,
    reason: 'is trusted by a rule of yours',
    many: 'are trusted by a rule of yours',
  },
} as const satisfies Record<string, Signal>

export type SignalName = keyof typeof signals
export const SIGNALS: Record<SignalName, Signal> = signals

/** Of the proven friends of one code at one domain of their own, so many count. For more, the owner decides. */
export const MOST_AT_ONE_DOMAIN = 10

/** Nobody answers all questions in less time than this. */
export const FASTEST_PERSON_MS = 2_000

/** One mailbox has an address at each of these. */
const YANDEX = ['yandex.com', 'yandex.ru', 'ya.ru', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.com.tr']
/** Each has mailboxes of its own, with further names after a hyphen. */
const YAHOO = [
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.fr',
  'yahoo.de',
  'yahoo.it',
  'yahoo.es',
  'ymail.com',
  'rocketmail.com',
]

type SharedMailbox = { domain: string; ignored: string; tag?: string; same?: string }

/**
 * Domains whose addresses are other ways to write one mailbox: the domain they share, the signs in a name that the
 * provider ignores, the sign before a `tag` besides '+', and the sign that is the `same` as a dot. `+tag` is ignored
 * everywhere.
 */
export const SHARED_MAILBOXES: Record<string, SharedMailbox> = {
  'gmail.com': { domain: 'gmail.com', ignored: '.' },
  'googlemail.com': { domain: 'gmail.com', ignored: '.' },
  'proton.me': { domain: 'proton.me', ignored: '.-_' },
  'protonmail.com': { domain: 'proton.me', ignored: '.-_' },
  'protonmail.ch': { domain: 'proton.me', ignored: '.-_' },
  'pm.me': { domain: 'proton.me', ignored: '.-_' },
  'icloud.com': { domain: 'icloud.com', ignored: '' },
  'me.com': { domain: 'icloud.com', ignored: '' },
  'mac.com': { domain: 'icloud.com', ignored: '' },
  ...Object.fromEntries(YAHOO.map((domain) => [domain, { domain, ignored: '', tag: '-' }])),
  ...Object.fromEntries(YANDEX.map((domain) => [domain, { domain: 'yandex.com', ignored: '', same: '-' }])),
}

/** Providers that anybody can have a mailbox at, but not endless ones. Also of subdomains. */
export const PUBLIC_PROVIDERS = [
  'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com passport.com hotmail.co.uk live.co.uk hotmail.fr live.fr',
  'hotmail.de live.de hotmail.it live.it hotmail.es outlook.fr outlook.de outlook.es outlook.it yahoo.com ymail.com',
  'rocketmail.com yahoo.co.uk yahoo.ca yahoo.com.au yahoo.de yahoo.es yahoo.fr yahoo.it yahoo.in yahoo.co.in yahoo.com.br',
  'icloud.com me.com mac.com aol.com aol.co.uk proton.me protonmail.com pm.me gmx.com gmx.net gmx.de gmx.at gmx.ch web.de',
  't-online.de freenet.de mail.com email.com zoho.com yandex.com yandex.ru ya.ru mail.ru bk.ru list.ru inbox.ru',
  'btinternet.com sky.com talktalk.net virginmedia.com ntlworld.com blueyonder.co.uk tiscali.co.uk plusnet.com',
  'comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net optonline.net earthlink.net',
  'orange.fr wanadoo.fr free.fr sfr.fr laposte.net libero.it virgilio.it alice.it tin.it telenet.be skynet.be ziggo.nl',
  'kpnmail.nl xs4all.nl hetnet.nl planet.nl bluewin.ch sunrise.ch telia.com wp.pl o2.pl onet.pl interia.pl seznam.cz',
  'centrum.cz abv.bg uol.com.br bol.com.br terra.com.br qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net',
  'rediffmail.com bigpond.com bigpond.net.au optusnet.com.au shaw.ca rogers.com sympatico.ca telus.net tutanota.com tuta.io',
]
  .join(' ')
  .split(' ')

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
