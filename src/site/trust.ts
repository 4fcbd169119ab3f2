/**
 * What one join shows by itself. Nobody is refused or told, but whoever has a mark counts for nobody until the owner
 * accepts them. It never follows from what people share. `one` completes 'This person …', `many` '31 of them …'.
 */
const marks = {
  trap: { one: 'filled in a field that no person sees', many: 'filled in a field that no person sees' },
  'disposable-domain': { one: 'uses a throw-away mailbox', many: 'use throw-away mailboxes' },
  'no-mail-domain': { one: 'has an address that cannot receive mail', many: 'have addresses that cannot receive mail' },
  'too-fast': {
    one: 'sent the form faster than anybody can read it',
    many: 'sent the form faster than anybody can read it',
  },
  'no-page': { one: 'never opened the form', many: 'never opened the form' },
  'refused-domain': { one: 'joined from a domain you refuse', many: 'joined from a domain you refuse' },
  /** Given by the owner. */
  held: { one: 'is held for review', many: 'are held for review' },
} as const satisfies Record<string, { one: string; many: string }>

export type Mark = keyof typeof marks
export const MARKS: Record<Mark, { one: string; many: string }> = marks

/**
 * Proven friends at one domain, with its subdomains, who count for one inviter besides the unproven ones. Public
 * providers have no such limit.
 */
export const MOST_AT_ONE_DOMAIN = 10

/** Nobody answers seven questions in less time. Fewer need less: without any, one press sends the form. */
export const FASTEST_PERSON_MS = 2_000
export const FASTEST_ANSWER_MS = 500

/** Each mailbox has an address at every one of these domains. */
const YANDEX = ['yandex.com', 'yandex.ru', 'ya.ru', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.com.tr']
/** A mailbox has addresses at one domain only. Further ones have a suffix after a hyphen. */
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
 * Several addresses reach one mailbox: the `domain` for comparing, characters in a name that are ignored, the character
 * before a `tag` besides '+', and the one that means the `same` as a dot.
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

/** Anybody can get a few mailboxes, but not an unlimited number. */
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

/** They hide an address but are not throw-away mailboxes. Subdomains are included. */
export const RELAY_DOMAINS = [
  'privaterelay.appleid.com',
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

/**
 * Names below which domains are sold as below a country's. All other private suffixes of the Public Suffix List, such as
 * those of free DNS, count as one domain.
 */
export const SOLD_SUFFIXES = [
  'br.com cn.com co.com com.de com.se de.com eu.com gb.net hu.net in.net jp.net jpn.com mex.com ru.com sa.com se.net',
  'uk.com uk.net us.com us.org za.com ae.org gr.com',
]
  .join(' ')
  .split(' ')

/** A join's network, as a keyed hash. */
export const TRACE_DAYS = 30
