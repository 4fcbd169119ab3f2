import { brand } from '#site/brand.ts'
import { codeNotes } from '#site/code-notes.ts'
import { look } from '#site/colors.ts'
import { checkInbox, confirm } from '#site/confirm.ts'
import { contact } from '#site/contact.ts'
import { embedded, form, signUp } from '#site/form.ts'
import { frame, notFound } from '#site/frame.ts'
import { invitation, invitationPreview } from '#site/invitation.ts'
import { landing } from '#site/landing.ts'
import { languageChoice } from '#site/language-choice.ts'
import { languages } from '#site/languages.ts'
import { shipped } from '#site/languages/shipped.ts'
import { shippedTemplates } from '#site/languages/templates/shipped.ts'
import { mails } from '#site/mails.ts'
import { place } from '#site/place.ts'
import { privacy, privacySentence, privacyText } from '#site/privacy.ts'
import { questions } from '#site/questionnaire.ts'
import { referral, share } from '#site/referral.ts'
import { rest } from '#site/rest.ts'
import { seat } from '#site/seat.ts'
import { templates } from '#site/templates.ts'
import { templateWords } from '#site/template-words.ts'
import { thankYou } from '#site/thank-you.ts'
import { titles } from '#site/titles.ts'
import { unsubscribe } from '#site/unsubscribe.ts'
import { keptPlace } from '#site/way-back.ts'
import { missing, plainForms, withoutScripts } from '#site/without-scripts.ts'
import { type Colors, colorsOf } from './brand-colors.ts'
import { ITEMS, OWN_ITEM, QUEUE_ART, SCENE_ART } from './artwork.ts'
import type { Block } from './blocks.ts'
import type { Drawing } from './drawings.ts'
import { filmAt } from './film.ts'
import type { ListState } from '../owner/list-state.ts'
import { errorsForVisitors as errors } from '../values/errors.ts'
import { type Basic, BASICS, formFor, LANGUAGES, readLanguage, SLOT } from '../values/language.ts'
import { inWords } from '../values/numbers.ts'
import { own } from '../values/own.ts'
import { type PageWords, pageWords } from './page-words.ts'
import { privacySections } from './privacy-sections.ts'
import { isOpeningPast } from './opening.ts'
import type { Question } from './questions.ts'
import { flatten, keyOf, mapTexts, type Texts, textsOf } from './translation.ts'

export const sourceSite = {
  brand,
  look,
  titles,
  frame,
  notFound,
  errors,
  languages,
  languageChoice,
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

type OtherLanguage = { language: string; name: string; offer: SiteDocument['languageChoice']['offer']; write: string }

export type Site = Omit<SiteDocument, 'questions' | 'languages'> & {
  language: string
  /** The first one has addresses without a prefix. */
  languages: readonly string[]
  /** Each in its own words. */
  otherLanguages: readonly OtherLanguage[]
  /**
   * A form sends it back, so that its answers are checked under the version that asked. 0 if the site is not published.
   */
  version: number
  /** Whether people can join. Only drawn pages know it. */
  listState: ListState
  /** The leaderboard, on its own page. */
  board: { rank: number; name: string; friends: number; is_own: boolean }[]
  questions: readonly Question[]
  everyQuestion: readonly Question[]
  /** Without archived ones that nobody has answered. */
  shownQuestions: readonly Question[]
  questionCount: number
  colors: Colors
  /** Drawings as the content of an SVG, only those that the site uses. */
  mark: string
  queueArt: Record<'first' | 'waiting' | 'own', string>
  rowArt: readonly string[]
  itemArt: Partial<Record<Drawing, string>>
  sceneArt: Record<'problem' | 'belief', { box: string; art: string } | null>
  pages: PageWords
  privacySections: ReturnType<typeof privacySections>
  /** Pages say nothing of it. */
  isOpeningPast: boolean
}

type Facts = {
  /** The archived questions to which nobody has an answer. */
  unanswered?: ReadonlySet<string>
  /** Such as 2027-03-31, where the list is. Without it, the opening is ahead. */
  today?: string
}

export function siteOf(
  replaced: Partial<SiteDocument>,
  version = 0,
  { unanswered = new Set(), today = '' }: Facts = {},
): Site {
  const document = { ...sourceSite, ...replaced }
  const { first } = document.languages
  const isPast = isOpeningPast(document.brand.launch, { language: first, today })
  const whole: Version = { document, number: version, unanswered, isPast, byLanguage: new Map() }
  return inLanguage(whole, first)
}

type Version = {
  document: SiteDocument
  number: number
  unanswered: ReadonlySet<string>
  isPast: boolean
  byLanguage: Map<string, Site>
}

const versionOf = new WeakMap<Site, Version>()

/** The first language for one that the site does not have. */
export function siteIn(language: string | null | undefined, of = site()): Site {
  if (of.language === language) return of
  const version = versionOf.get(of)
  if (!version) return of
  const wanted = of.languages.find((one) => one === language) ?? of.languages[0]!
  return version.byLanguage.get(wanted) ?? inLanguage(version, wanted)
}

function inLanguage(version: Version, language: string): Site {
  const made = drawUp(version, language)
  version.byLanguage.set(language, made)
  versionOf.set(made, version)
  return made
}

function drawUp({ document: whole, number, unanswered, isPast }: Version, language: string): Site {
  const { languages, ...document } = translated(whole, language)
  const everyQuestion = document.questions
  const asked = everyQuestion.filter(({ archived }) => !archived)
  const { name, launch, supportEmail } = document.brand
  const words = fillIn(isPast ? withoutOpening(document, language) : document, (basic, forms) => {
    if (basic !== 'questions') return { brand: name, launch, support: supportEmail }[basic]
    const count = inWords(asked.length, language)
    return forms === undefined ? count : formFor(asked.length, { forms, language }).replace('#', count)
  })
  const all = [languages.first, ...languages.others]
  const landing = shownOf(words.landing)
  const { first, waiting, mark } = QUEUE_ART[document.look.queue]
  return {
    ...words,
    landing,
    mark,
    queueArt: { first, waiting, own: ITEMS[OWN_ITEM[document.look.queue]] },
    ...landingArt(landing),
    version: number,
    isOpeningPast: isPast,
    language,
    languages: all,
    otherLanguages: all.flatMap((one) => (one === language ? [] : otherLanguage(whole, one))),
    listState: 'open',
    board: [],
    questions: asked,
    everyQuestion,
    shownQuestions: everyQuestion.filter(({ name, archived }) => !archived || !unanswered.has(name)),
    questionCount: asked.length,
    colors: colorsOf(document.look.color, document.look.paper),
    pages: pageWords(words),
    privacySections: privacySections(words, filmAt(landing.film.address)?.host ?? null),
  }
}

/** Once it is past, no sentence speaks of the opening. Where there is no other sentence, its words stand alone. */
function withoutOpening(document: Omit<SiteDocument, 'languages'>, language: string): typeof document {
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' })
  const rest = (text: string) =>
    Array.from(sentences.segment(text), ({ segment }) => (segment.includes(OPENING) ? '' : segment))
      .join('')
      .trim()
  const kept = mapTexts(document, (_path, text) => (text.includes(OPENING) ? rest(text) || OPENING : text))
  return { ...kept, brand: { ...kept.brand, opensLine: rest(document.brand.opensLine) } }
}

const OPENING = '{launch}'

type Landing = SiteDocument['landing']

/** Without an address, there is no film. */
function shownOf(landing: Landing): Landing {
  const { address } = landing.film
  const blocks = landing.blocks.filter((block) => block !== 'film' || address !== '')
  const film = { ...landing.film, address: blocks.includes('film') ? address : '' }
  return { ...landing, film, blocks }
}

function landingArt({
  blocks,
  row,
  features,
  problem,
  belief,
}: Landing): Pick<Site, 'rowArt' | 'itemArt' | 'sceneArt'> {
  const isShown = (block: Block) => blocks.includes(block)
  const tools = isShown('features') ? features.list.filter(({ picture }) => !picture).map(({ tool }) => tool) : []
  return {
    rowArt: row.map((name) => ITEMS[name]),
    itemArt: Object.fromEntries(tools.map((tool) => [tool, ITEMS[tool]])),
    sceneArt: {
      problem: isShown('problem') ? SCENE_ART[problem.drawing] : null,
      belief: isShown('belief') ? SCENE_ART[belief.drawing] : null,
    },
  }
}

function otherLanguage(document: SiteDocument, language: string): OtherLanguage {
  const { offer, mails } = translated(document, language).languageChoice
  return { language, name: own<string>(LANGUAGES, language) ?? language, offer, write: mails.write }
}

/** Those that ship, in the order of the switch. */
export function shippedLanguages(): string[] {
  return Object.keys(LANGUAGES).filter((one) => one === 'en' || Object.hasOwn(shipped, one))
}

const ours = new Map<string, Texts>()

/** Ours, of src/site and of the templates, by path and text in English. */
function shippedTexts(language: string): Texts {
  const words = own<Record<string, object>>(shippedTemplates, language)
  const made =
    ours.get(language) ??
    Object.assign(
      versionsOf(sourceSite, { language, words: own<object>(shipped, language) }),
      ...Object.entries(templateWords).map(([name, texts]) => {
        const { questions } = templates[name as keyof typeof templateWords]
        return versionsOf({ ...texts, questions }, { language, words: words?.[name] })
      }),
    )
  ours.set(language, made)
  return made
}

type Shipped = { language: string; words: object | undefined }

function versionsOf(document: object, { language, words = {} }: Shipped): Texts {
  const texts = textsOf(document)
  const versions = language === 'en' ? texts : byKeys(flatten(words), document)
  return Object.fromEntries(Object.entries(versions).map(([path, text]) => [keyIn(path, texts[path]), text]))
}

function keyIn(path: string, text: string | undefined) {
  return `${path} ${text}`
}

/** Words that ship name the entries of lists by their number, documents by their key. */
function byKeys(texts: Texts, document: object): Texts {
  const keyed = (path: string) => {
    let part: unknown = document
    const names = path.split('.').map((name) => {
      const item = (part as Record<string, unknown> | undefined)?.[name]
      const key = Array.isArray(part) ? (keyOf(item) ?? name) : name
      part = item
      return key
    })
    return names.join('.')
  }
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [keyed(path), text]))
}

/**
 * Text by text: the owner's version; ours, if the text in the first language is still ours; or the first language's.
 */
function translated(document: SiteDocument, language: string): SiteDocument {
  return mapTexts(document, (path, text) => versionIn(document, { language, path, text }) ?? text)
}

/** Texts in the first language that a page in this one shows. */
export function missingTexts(document: SiteDocument, language: string): { path: string; text: string }[] {
  return Object.entries(textsOf(document)).flatMap(([path, text]) =>
    versionIn(document, { language, path, text }) === undefined ? { path, text } : [],
  )
}

type Wanted = { language: string; path: string; text: string }

function versionIn({ languages }: SiteDocument, { language, path, text }: Wanted): string | undefined {
  const owners = language === languages.first ? undefined : languages.texts[language]?.[path]
  const words = shippedTexts(language)
  return owners || (words[keyIn(path, text)] ?? words[keyIn(path.replace(RENAMED, '$1'), text)])
}

/** A question of a template whose key another question had: its own key follows, then the time. */
const RENAMED = /^(questions\.\w+)_[a-z0-9]+(?=\.)/

type ValueOf = (basic: Basic, forms: string | undefined) => string

function fillIn<Value>(value: Value, valueOf: ValueOf): Value {
  if (typeof value === 'string')
    return value.replace(SLOT, (slot, name: string, forms?: string) =>
      BASICS.includes(name as Basic) ? valueOf(name as Basic, forms) : slot,
    ) as Value
  if (Array.isArray(value)) return value.map((item: unknown) => fillIn(item, valueOf)) as Value
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fillIn(part, valueOf)])) as Value
}

let current = siteOf({})
let drawn: Site | null = null
let asked: () => string | undefined = () => undefined
readLanguage(() => site().language)
/** Versions that open pages may still show. */
const versions = new Map<number, Site>()

/**
 * Keep no part of it in a module, because the site can be replaced at any time. Name one part at a time, as in
 * `site().brand`: pages load only the parts that they name (scripts/pages/site-parts.ts).
 */
export function site(): Site {
  if (drawn) return drawn
  const language = asked()
  return language === undefined ? current : siteIn(language, current)
}

/** In the first language. */
export function setSite(next: Site) {
  current = next
}

/** `read`: the language of what is being answered; undefined for the first. */
export function followLanguage(read: () => string | undefined) {
  asked = read
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
  try {
    return underSite(siteIn(site().language, named), run)
  } finally {
    if (named.version > current.version) current = named
  }
}

/** `run` must be synchronous. */
export function underSite<Value>(other: Site, run: () => Value): Value {
  const present = drawn
  drawn = other
  try {
    return run()
  } finally {
    drawn = present
  }
}

export function perSite<Value>(make: () => Value): () => Value {
  const made = new WeakMap<Site, { value: Value }>()
  return () => {
    const shown = site()
    let kept = made.get(shown)
    if (!kept) made.set(shown, (kept = { value: make() }))
    return kept.value
  }
}
