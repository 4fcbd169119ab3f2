import type { brand } from './brand.ts'

/** Under the Submit button. */
export const privacySentence = {
  before: 'What we store about you, and how you get it deleted, is on our ',
  link: 'privacy page',
  after: '.',
} as const

/** The settings on which the text depends. */
export type PrivacyFacts = {
  services: (keyof typeof AT_SERVICES)[]
  analytics: boolean
  /** In which an address has to be confirmed; null if it need not be. */
  confirmDays: number | null
  retentionDays: number
  /** For which a fingerprint of a join's network is stored. */
  traceDays: number
  /** Those that get personal data, as the owner named them. */
  programs: { name: string; fields: (keyof typeof TOLD)[] }[]
}

/** A new service needs a description here. */
const AT_SERVICES = {
  mail: 'our mail provider, which carries our mails to you, and tells us if they come back',
  notion:
    'Notion, where we keep our notes: your email, your full name, your answers, your position, your code, the code you came with and the day you joined',
  beehiiv:
    'Beehiiv, which sends our newsletter: your email, the name of your business, the answers that you chose from a list, your position, your code and the campaign of your link',
}

const TOLD = { email: 'your email', name: 'your name', answers: 'your answers' }

/** A text, or the items of a list. */
type Paragraph = string | string[]
export type PrivacySection = { title: string; paragraphs: Paragraph[] }

export const privacy = {
  title: 'Privacy',
  /** Each sign-up stores the number of the text. */
  version: 'Text {number}, since {day}',
  lead: 'In plain words: what we store, why, for how long, and how you see, correct and delete it.',
  loading: 'One moment...',
} as const

export const privacySections =
  /** `filmHost`: null if the film is on this server. */
  (owner: typeof brand, filmHost: string | null = null) =>
    (facts: PrivacyFacts): PrivacySection[] => [
      { title: 'In short', paragraphs: [inShort(facts)] },
      { title: 'What we store when you join', paragraphs: [whatIsStored(facts), WHY] },
      { title: 'Who else gets it', paragraphs: others(facts) },
      ...(facts.services.includes('mail') ? [{ title: 'Mail', paragraphs: mail(facts) }] : []),
      { title: 'Your browser', paragraphs: [...browser(facts), ...film(filmHost)] },
      { title: 'For how long', paragraphs: [howLong(facts)] },
      { title: 'What is yours to decide', paragraphs: [rights(facts), AFTER, afterwards(facts)] },
      {
        title: 'Who we are',
        paragraphs: [`${owner.name}, ${owner.address.join(', ')}. Write to ${owner.supportEmail}: a person reads it.`],
      },
    ]

const WHY =
  'We use it for three things: to keep your place, to tell you about it, and to learn what people in your trade need. No program turns anybody away by itself: where our rules doubt a sign-up, a person decides.'

const AFTER = 'When you leave, this stays:'

function inShort({ services, analytics }: PrivacyFacts): string[] {
  const mail = services.includes('mail')
  return [
    'You give us an email and your answers. You get a place in the queue.',
    mail ? 'We write to you about your place, until you tell us to stop.' : 'We send you no mail.',
    analytics
      ? 'We count visits without cookies. Google counts you only if you agree.'
      : 'We count visits without cookies, and nobody else counts you.',
    mail
      ? 'You can see, correct, download and delete it yourself.'
      : 'You can see and correct your answers yourself. Write to us to download or delete everything.',
  ]
}

function whatIsStored({ services, confirmDays }: PrivacyFacts): string[] {
  const mail = services.includes('mail')
  return [
    'your email, your answers, and when you gave them; earlier answers too, at most twenty sets, so that nobody can overwrite yours for good',
    ...(confirmDays
      ? [
          'what was sent with your email, and the fingerprint of the network it came from, until you confirm it: before that you are not on the list',
        ]
      : []),
    'your number, your place, your referral codes, and who joined with them. You see the addresses of these friends only masked, like j•••@gmail.com, and they do not see yours',
    'the code you came with, and the campaign that your link named, if any',
    'your full name, as you gave it last',
    'how long you took for the form, when you opened it, and the version of this page',
    'a fingerprint of the network you joined from, made with a secret key. It only tells us that several people joined from one network. We do not store the address of your device',
    'that your browser solved a small puzzle by itself, if programs were attacking the list when you joined',
    ...(mail
      ? [
          'which mails went to you and when, whether you opened or accepted an invitation, whether you clicked a link in an update, when you last asked for a fresh link, whether you want mail, and whether a mail came back or was reported as spam',
          'another email that you want to use, until you confirm it, and for 30 days at most',
        ]
      : []),
    'what our rules notice about a sign-up, such as a throw-away mailbox, and what we decide about it; our own tags and notes about you',
    'what you write to us on the contact page',
  ]
}

function others({ services, analytics, programs }: PrivacyFacts): Paragraph[] {
  const list = [
    ...services.map((name) => AT_SERVICES[name]),
    ...programs.map(({ name, fields }) => `${name}: ${listed(fields.map((field) => TOLD[field]))}`),
    ...(analytics
      ? ['Google Analytics, only if you agree: which pages you open. Never your email, your answers or your code']
      : []),
  ]
  if (list.length === 0) return ['Nobody. All of it stays on our own server.']
  return ['We do not sell it. These services work for us:', list]
}

function listed(words: string[]): string {
  return words.join(', ').replace(/, ([^,]+)$/, ' and $1')
}

function mail({ confirmDays }: PrivacyFacts): Paragraph[] {
  return [
    'These mails may come to you:',
    [
      ...(confirmDays
        ? [
            'one that asks you to confirm your address, and one reminder. Until you have confirmed, you get no others, and no service gets anything about you',
            'one that asks whether new answers sent in your name are yours',
          ]
        : []),
      'a welcome with your number',
      'one when friends of yours have joined, at most three a day',
      'one when a chair is free for you, and another before that invitation ends',
      'the link to your place, when you ask for it',
      'now and then an update, with what is new. Its links may lead through our own address, so that we know whether you clicked one',
      'if you left your email while the list was paused, one when it opens',
      'to another email that you want to use, one that asks whether it is yours',
    ],
    'Every mail about your place has a link that ends them. After that you get only those that you ask for, or somebody in your name: the link to your place, and questions to confirm. You can start the others again at your place.',
    'If mail to you comes back for good, or you report it as spam, we send no more, except for a link to your place that you ask for.',
  ]
}

function browser({ analytics }: PrivacyFacts): Paragraph[] {
  return [
    'We set no cookie for visitors, with two exceptions: if you leave your email without scripts, or on another site, a cookie keeps it for ten minutes, until you have answered the questions; and if you open your place without scripts, a cookie keeps its key for an hour. Your browser keeps, for itself: the email and answers that you have not sent yet, what you have sent, the code you came with, and the key to your place, which shows it as you saw it last. “Not you?” asks first, and then deletes all of this from that browser. If you delete your place, it is deleted there too.',
    'We count page views, steps of the form and shares as plain numbers, without anything about you.',
    ...(analytics
      ? [
          'If you agree, Google Analytics sets cookies and counts you. You can take that back under “Cookie settings” at the foot of every page.',
        ]
      : []),
  ]
}

const FILM_SITES: Record<string, string> = { 'www.youtube-nocookie.com': 'YouTube', 'player.vimeo.com': 'Vimeo' }

function film(host: string | null): string[] {
  if (host === null) return []
  const name = Object.hasOwn(FILM_SITES, host) ? `${FILM_SITES[host]} (${host})` : host
  return [
    `The film on our first page comes from ${name}. Nothing is loaded from there before you press Play. Then your browser asks ${name} for the film, which sees the address of your device and may store something in your browser.`,
  ]
}

function howLong({ services, confirmDays, retentionDays, traceDays }: PrivacyFacts): string[] {
  const mail = services.includes('mail')
  return [
    'your place, your answers and all else that is not named here: until you leave, or until the list is closed',
    `messages from the contact page, copies of what you submitted, earlier answers, and an email that we corrected for you: ${inDays(retentionDays)}`,
    `an email that you left to hear when the list opens: until we have told you, and for ${inDays(retentionDays)} at most`,
    `the fingerprint of your network: ${inDays(traceDays)}. Where we decided something about a whole network or mail domain, such as that everybody in a salon may join, we keep its fingerprint or name until we end that decision`,
    'that a puzzle was solved, under a fingerprint of your email: about two hours',
    ...(confirmDays
      ? [
          `what was sent with your email and never confirmed: about ${inDays(confirmDays)}, or until you delete it with the link in our mail`,
        ]
      : []),
    ...(mail ? ['how many mails went to your address today, under a fingerprint of it: about a day'] : []),
    'after you leave, or use another email, the old address: only until each service has deleted what it has',
    ...(mail
      ? [
          `after you use another email, a fingerprint of the old address, made with a secret key: ${inDays(retentionDays)}, so that the links in our earlier mails still end mail to it. If one of them did, for as long as that address wants no mail`,
        ]
      : []),
    'copies in our backups: until we delete those. If we ever restore one, people who had left are deleted from it again',
  ]
}

function rights({ services }: PrivacyFacts): string[] {
  return [
    services.includes('mail')
      ? 'You can see, correct, download and delete it at your place. The link to it is in our mails about your place, and “Already joined?” on the first page mails you a new one. Our own tags and notes about you are not shown there: write to us, and we tell you what they say.'
      : 'You can see and correct your answers at your place, in the browser you joined with. To download or delete everything, write to us.',
    'You may also object, or complain to the data protection authority where you live. You can also tell us first, so that we put it right.',
  ]
}

function afterwards({ retentionDays }: PrivacyFacts): string[] {
  return [
    'the number you had and your referral codes, without your name',
    `for ${inDays(retentionDays)} a fingerprint of your address, made with a secret key. Nobody can read the address from it; it only tells us that the same address comes again. So nobody else can put you back on the list from a file, and a rejected sign-up stays rejected`,
  ]
}

function inDays(days: number): string {
  return days === 1 ? 'a day' : `${days.toLocaleString('en-GB')} days`
}
