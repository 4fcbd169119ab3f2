/**
 * The version of the rules that find the signals below. Each stored signal has this number, so raise it with every
 * change.
 *
 * Nobody is refused or notified because of a signal, but the credit for a friend with a mark waits until the owner has
 * decided. Apart from `many-at-domain`, a mark depends only on the friend, and never on data that friends share. See
 * docs/decisions/0120-marks-are-personal.md.
 */
export const TRUST_VERSION = 4

/** The points of a mark. The credit for a friend whose signals have at least this sum is held. */
export const MARK = 100

type Signal = {
  /** `owner`: the signal comes from a rule that the owner made. */
  kind: 'mark' | 'owner'
  points: number
  /** For the owner: completes 'This person …'. */
  reason: string
  /** For the owner, about several people: completes '31 of them …'. */
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
  /** Never stored: it follows from the other friends, and ends when the owner accepts or rejects the person. */
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

/**
 * The number of proven friends at one domain, including its subdomains, that count for a code automatically. The owner
 * decides about further ones. Public providers and relays have no such limit.
 */
export const MOST_AT_ONE_DOMAIN = 10

/** Nobody answers all questions in less time than this. */
export const FASTEST_PERSON_MS = 2_000

/** At Yandex, each mailbox has an address at every one of these domains. */
const YANDEX = ['yandex.com', 'yandex.ru', 'ya.ru', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.com.tr']
/** At Yahoo, a mailbox has addresses at only one domain. Its further addresses have a suffix after a hyphen. */
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
 * The domains where several addresses reach one mailbox. For each: the `domain` under which the addresses are compared,
 * the characters in a name that the provider ignores, the character before a `tag` besides '+', and the character that
 * means the `same` as a dot. `+tag` is ignored everywhere.
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

/** Providers where anybody can get a few mailboxes, but not an unlimited number. */
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

/** Domains of relays, which hide a person's address but are not throw-away mailboxes. Subdomains are included. */
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

/** The number of days for which the network of a join is stored, as a keyed hash. */
export const TRACE_DAYS = 30
