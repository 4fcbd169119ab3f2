import type { brand } from '#site/brand.ts'
import type { privacyText } from '#site/privacy.ts'
import { isSynced } from '../owner/integrations.ts'
import { fill, locale } from '../values/language.ts'

type Words = typeof privacyText

/** The settings on which the text depends. */
export type PrivacyFacts = {
  services: (keyof Words['others']['services'])[]
  /** Whether Mailchimp, Kit and Klaviyo get answers. */
  newsletterAnswers: boolean
  /** Whether people may choose a name to be shown under. */
  hasLeaderboard: boolean
  analytics: boolean
  /** In which an address has to be confirmed; null if it need not be. */
  confirmDays: number | null
  retentionDays: number
  /** For which a fingerprint of a join's network is stored. */
  traceDays: number
  /** Those that get personal data, as the owner named them. */
  programs: { name: string; fields: ('email' | 'name' | 'answers')[] }[]
}

/** A text, or the items of a list. */
type Paragraph = string | string[]
export type PrivacySection = { title: string; paragraphs: Paragraph[] }

type Document = { brand: Pick<typeof brand, 'name' | 'address'>; privacyText: Words }

export const privacySections =
  /** `filmHost`: null if the film is on this server. */
  ({ brand, privacyText: words }: Document, filmHost: string | null = null) =>
    (facts: PrivacyFacts): PrivacySection[] => {
      const { short, stored, others, mail, browser, howLong, rights, us } = words
      return [
        { title: short.title, paragraphs: [inShort(words, facts)] },
        { title: stored.title, paragraphs: [whatIsStored(words, facts), stored.why] },
        { title: others.title, paragraphs: otherServices(words, facts) },
        ...(facts.services.includes('mail') ? [{ title: mail.title, paragraphs: mails(words, facts) }] : []),
        { title: browser.title, paragraphs: inTheBrowser(words, facts, filmHost) },
        { title: howLong.title, paragraphs: [lifetimes(words, facts)] },
        { title: rights.title, paragraphs: [decisions(words, facts), rights.after, whatStays(words, facts)] },
        { title: us.title, paragraphs: [fill(us.text, { who: [brand.name, ...brand.address].join(', ') })] },
      ]
    }

function inShort({ short }: Words, { services, analytics }: PrivacyFacts): string[] {
  const mail = services.includes('mail')
  return [
    short.gives,
    mail ? short.mail : short.noMail,
    analytics ? short.google : short.noGoogle,
    mail ? short.yourself : short.writeToUs,
  ]
}

function whatIsStored({ stored }: Words, { services, hasLeaderboard, confirmDays }: PrivacyFacts): string[] {
  return [
    stored.answers,
    ...(confirmDays ? [stored.waiting] : []),
    stored.number,
    stored.code,
    stored.fullName,
    ...(hasLeaderboard ? [stored.board] : []),
    stored.form,
    stored.network,
    stored.puzzle,
    ...(services.includes('mail') ? [stored.mails, stored.newEmail] : []),
    stored.review,
    stored.messages,
  ]
}

function otherServices(
  { others }: Words,
  { services, newsletterAnswers, analytics, programs }: PrivacyFacts,
): Paragraph[] {
  const and = new Intl.ListFormat(locale())
  const told = { email: others.email, name: others.fullName, answers: others.answers }
  const list = [
    ...services.map((name) => {
      const what = others.services[name]
      return newsletterAnswers && isSynced(name) ? `${what}${others.newsletterAnswers}` : what
    }),
    ...programs.map(({ name, fields }) => `${name}: ${and.format(fields.map((field) => told[field]))}`),
    ...(analytics ? [others.google] : []),
  ]
  return list.length === 0 ? [others.nobody] : [others.some, list]
}

function mails({ mail }: Words, { confirmDays }: PrivacyFacts): Paragraph[] {
  return [
    mail.may,
    [
      ...(confirmDays ? [mail.confirm, mail.newAnswers] : []),
      mail.welcome,
      mail.friends,
      mail.invitation,
      mail.link,
      mail.updates,
      mail.opening,
      mail.newEmail,
    ],
    mail.ends,
    mail.returned,
  ]
}

const FILM_SITES: Record<string, string> = { 'www.youtube-nocookie.com': 'YouTube', 'player.vimeo.com': 'Vimeo' }

function inTheBrowser({ browser }: Words, { analytics }: PrivacyFacts, filmHost: string | null): string[] {
  const site = filmHost && Object.hasOwn(FILM_SITES, filmHost) ? `${FILM_SITES[filmHost]} (${filmHost})` : filmHost
  return [
    browser.cookies,
    browser.visits,
    ...(analytics ? [browser.google] : []),
    ...(site === null ? [] : [fill(browser.film, { site })]),
  ]
}

function lifetimes(
  { howLong, ...words }: Words,
  { services, confirmDays, retentionDays, traceDays }: PrivacyFacts,
): string[] {
  const [retention, trace] = [inDays(words, retentionDays), inDays(words, traceDays)]
  const mail = services.includes('mail')
  return [
    howLong.place,
    fill(howLong.messages, { days: retention }),
    fill(howLong.opening, { days: retention }),
    fill(howLong.network, { days: trace }),
    howLong.puzzle,
    ...(confirmDays ? [fill(howLong.waiting, { days: inDays(words, confirmDays) })] : []),
    ...(mail ? [howLong.mails] : []),
    howLong.oldEmail,
    ...(mail ? [fill(howLong.oldEmailStopped, { days: retention })] : []),
    howLong.backups,
  ]
}

function decisions({ rights }: Words, { services }: PrivacyFacts): string[] {
  return [services.includes('mail') ? rights.yourself : rights.writeToUs, rights.object]
}

function whatStays({ rights, ...words }: Words, { retentionDays }: PrivacyFacts): string[] {
  return [rights.number, fill(rights.fingerprint, { days: inDays(words, retentionDays) })]
}

function inDays({ days: words }: Pick<Words, 'days'>, days: number): string {
  return fill(words, { days })
}
