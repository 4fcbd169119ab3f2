import { brand } from '#site/brand.ts'
import { codeNotes } from '#site/code-notes.ts'
import { look } from '#site/colors.ts'
import { checkInbox, confirm } from '#site/confirm.ts'
import { contact } from '#site/contact.ts'
import { embedded, form, signUp } from '#site/form.ts'
import { frame, notFound } from '#site/frame.ts'
import { invitation, invitationPreview } from '#site/invitation.ts'
import { landing } from '#site/landing.ts'
import { mails } from '#site/mails.ts'
import { place } from '#site/place.ts'
import { privacy, privacySentence, privacyText } from '#site/privacy.ts'
import { questions } from '#site/questionnaire.ts'
import { referral, share } from '#site/referral.ts'
import { rest } from '#site/rest.ts'
import { seat } from '#site/seat.ts'
import { thankYou } from '#site/thank-you.ts'
import { titles } from '#site/titles.ts'
import { unsubscribe } from '#site/unsubscribe.ts'
import { keptPlace } from '#site/way-back.ts'
import { missing, plainForms, withoutScripts } from '#site/without-scripts.ts'
import { type Colors, colorsOf } from './brand-colors.ts'
import { filmAt } from './film.ts'
import type { ListState } from '../owner/list-state.ts'
import { errorsForVisitors as errors } from '../values/errors.ts'
import { type Basic, SLOT } from '../values/fill.ts'
import { inWords } from '../values/numbers.ts'
import { type PageWords, pageWords } from './page-words.ts'
import { privacySections } from './privacy-sections.ts'
import type { Question } from './question.ts'

export const sourceSite = {
  brand,
  look,
  titles,
  frame,
  notFound,
  errors,
  landing,
  invitation,
  invitationPreview,
  signUp,
  embedded,
  rest,
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
  unsubscribe,
  mails,
  privacy,
  privacySentence,
  privacyText,
  missing,
  withoutScripts,
  plainForms,
}

export type SiteDocument = typeof sourceSite

export type Site = Omit<SiteDocument, 'questions'> & {
  /**
   * A form sends it back, so that its answers are checked under the version that asked. 0 if the site is not published.
   */
  version: number
  /** Whether people can join. Only drawn pages know it. */
  listState: ListState
  questions: readonly Question[]
  everyQuestion: readonly Question[]
  /** Without archived ones that nobody has answered. */
  shownQuestions: readonly Question[]
  questionCount: number
  colors: Colors
  pages: PageWords
  privacySections: ReturnType<typeof privacySections>
}

/** `unanswered`: the archived questions to which nobody has an answer. */
export function siteOf(
  replaced: Partial<SiteDocument>,
  version = 0,
  unanswered: ReadonlySet<string> = new Set(),
): Site {
  const document = { ...sourceSite, ...replaced }
  const everyQuestion = document.questions
  const asked = everyQuestion.filter(({ archived }) => !archived)
  const { name, launch, supportEmail } = document.brand
  const basics = { brand: name, launch, support: supportEmail, questions: inWords(asked.length) }
  const words = fillIn(document, basics)
  return {
    ...words,
    version,
    listState: 'open',
    questions: asked,
    everyQuestion,
    shownQuestions: everyQuestion.filter(({ name, archived }) => !archived || !unanswered.has(name)),
    questionCount: asked.length,
    colors: colorsOf(document.look.color),
    pages: pageWords(words),
    privacySections: privacySections(words, filmAt(document.landing.film.address)?.host ?? null),
  }
}

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
/** Versions that open pages may still show. */
const versions = new Map<number, Site>()

/**
 * Keep no part of it in a module, because the site can be replaced at any time. Name one part at a time, as in
 * `site().brand`: pages load only the parts that they name (scripts/pages/site-parts.ts).
 */
export function site(): Site {
  return current
}

export function setSite(next: Site) {
  current = next
}

export function keepVersions(kept: readonly Site[]) {
  versions.clear()
  for (const one of kept) versions.set(one.version, one)
}

/**
 * `run` must be synchronous. An unknown version means the current one. A newer one stays current: another server shows
 * it already, and this one must know every question whose answer it stores.
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

/** `run` must be synchronous. */
export function underSite<Value>(other: Site, run: () => Value): Value {
  const present = current
  current = other
  try {
    return run()
  } finally {
    current = present
  }
}

export function perSite<Value>(make: () => Value): () => Value {
  const made = new WeakMap<Site, { value: Value }>()
  return () => {
    let kept = made.get(current)
    if (!kept) made.set(current, (kept = { value: make() }))
    return kept.value
  }
}
