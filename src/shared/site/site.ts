import { brand } from '#site/brand.ts'
import { codeNotes } from '#site/code-notes.ts'
import { look } from '#site/colors.ts'
import { checkInbox, confirm } from '#site/confirm.ts'
import { contact } from '#site/contact.ts'
import { form, signUp } from '#site/form.ts'
import { invitation, invitationPreview } from '#site/invitation.ts'
import { landing } from '#site/landing.ts'
import { mails } from '#site/mails.ts'
import { place, receipt } from '#site/place.ts'
import { privacy, privacySections, privacySentence } from '#site/privacy.ts'
import { questions } from '#site/questionnaire.ts'
import { referral, share } from '#site/referral.ts'
import { seat } from '#site/seat.ts'
import { thankYou } from '#site/thank-you.ts'
import { unsubscribe } from '#site/unsubscribe.ts'
import { keptPlace } from '#site/way-back.ts'
import { missing, withoutScripts } from '#site/without-scripts.ts'
import { type Colors, colorsOf } from './brand-colors.ts'
import { filmAt } from './film.ts'
import { type Basic, SLOT } from '../values/fill.ts'
import { inWords } from '../values/in-words.ts'
import { type PageWords, pageWords } from './page-words.ts'
import type { Question } from './question.ts'

/** The site of src/site. It is the first version, and all later versions have its type. */
export const sourceSite = {
  brand,
  look,
  landing,
  invitation,
  invitationPreview,
  signUp,
  codeNotes,
  form,
  contact,
  questions,
  thankYou,
  referral,
  share,
  keptPlace,
  place,
  checkInbox,
  confirm,
  seat,
  receipt,
  unsubscribe,
  mails,
  privacy,
  privacySentence,
  missing,
  withoutScripts,
}

/** Everything that the owner of a waitlist may change. */
export type SiteDocument = typeof sourceSite

/**
 * The site as the program reads it: the document with its basics filled in, and the values that are derived from it.
 */
export type Site = Omit<SiteDocument, 'questions'> & {
  /**
   * The number of the version. A form sends it back, so that the answers are checked under the version that asked the
   * questions. 0 if the site is not a published version.
   */
  version: number
  /** The questions that are asked, in order. */
  questions: readonly Question[]
  /** All questions, including archived ones. */
  everyQuestion: readonly Question[]
  questionCount: number
  colors: Colors
  pages: PageWords
  privacySections: ReturnType<typeof privacySections>
}

/** Makes a site from the document of src/site with these parts replaced. */
export function siteOf(replaced: Partial<SiteDocument>, version = 0): Site {
  const document = { ...sourceSite, ...replaced }
  const everyQuestion = document.questions
  const asked = everyQuestion.filter(({ archived }) => !archived)
  const { name, launch, supportEmail } = document.brand
  const basics = { brand: name, launch, support: supportEmail, questions: inWords(asked.length) }
  const words = fillIn(document, basics)
  return {
    ...words,
    version,
    questions: asked,
    everyQuestion,
    questionCount: asked.length,
    colors: colorsOf(document.look.color),
    pages: pageWords(words),
    privacySections: privacySections(document.brand, filmAt(document.landing.film.address)?.host ?? null),
  }
}

/** Writes the basics into every text. Other names in braces stay, for `fill`. */
function fillIn<Value>(value: Value, basics: Record<Basic, string>): Value {
  if (typeof value === 'string')
    return value.replace(SLOT, (slot, name: string) =>
      Object.hasOwn(basics, name) ? basics[name as Basic] : slot,
    ) as Value
  if (Array.isArray(value)) return value.map((item: unknown) => fillIn(item, basics)) as Value
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fillIn(part, basics)])) as Value
}

let current = siteOf({})
/** The versions that open pages may still show, by number. */
const versions = new Map<number, Site>()

/**
 * The current site. Read it when you need it, and keep no part of it in a module, because the site can be replaced at
 * any time. Name one part at a time, as in `site().brand`: pages load only the parts that they name
 * (scripts/pages/site-parts.ts).
 */
export function site(): Site {
  return current
}

/** Replaces the site for everything in this process. */
export function setSite(next: Site) {
  current = next
}

/** Keeps these versions for `underVersion`, and forgets all others. */
export function keepVersions(kept: readonly Site[]) {
  versions.clear()
  for (const one of kept) versions.set(one.version, one)
}

/**
 * Calls `run` with this version as the current site. An unknown version means the current one. A newer version stays
 * current afterwards: another server shows it already, and this server must know every question whose answer it stores.
 * `run` must be synchronous.
 */
export function underVersion<Value>(version: unknown, run: () => Value): Value {
  const named = versions.get(version as number) ?? current
  const present = named.version > current.version ? named : current
  try {
    return underSite(named, run)
  } finally {
    current = present
  }
}

/** Calls `run` with `other` as the current site. `run` must be synchronous. */
export function underSite<Value>(other: Site, run: () => Value): Value {
  const present = current
  current = other
  try {
    return run()
  } finally {
    current = present
  }
}

/** Returns a function that derives a value from the current site. The value is computed lazily, once for each site. */
export function perSite<Value>(make: () => Value): () => Value {
  const made = new WeakMap<Site, { value: Value }>()
  return () => {
    let kept = made.get(current)
    if (!kept) made.set(current, (kept = { value: make() }))
    return kept.value
  }
}
