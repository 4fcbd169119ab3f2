import * as z from 'zod/mini'
import { PictureHash } from '../site/logo.ts'
import { Email, text } from '../values/text-schema.ts'
import { MAX_LENGTH } from '../values/text.ts'
import { StrictFilters } from './filters.ts'
import { previewLanguage, Readers, textsByLanguage } from './reader-texts.ts'
import { Gaps, LONGEST_AHEAD_DAYS, timeProblem } from './waves.ts'

const instant = z.iso.datetime()
const count = z.int()

export const LONGEST_TEXT = 10_000
export const LONGEST_LABEL = 60

const words = {
  subject: text(MAX_LENGTH.name, { blank: true }),
  /** Shown above the text: the hash that uploading it has answered. */
  picture: z._default(z.union([z.literal(''), PictureHash]), ''),
  picture_alt: z._default(text(MAX_LENGTH.name, { blank: true }), ''),
  /** An empty line begins a paragraph; `**bold**`, `[words](https://…)` and names in braces are marked. */
  text: text(LONGEST_TEXT, { blank: true }),
  button_label: text(LONGEST_LABEL, { blank: true }),
  button_link: text(MAX_LENGTH.freeText, { blank: true }),
}
export const UpdateWords = z.strictObject(words)
export type UpdateWords = z.infer<typeof UpdateWords>

const { button_link: _, picture: _picture, ...inOtherLanguages } = words
const texts = textsByLanguage(z.strictObject(inOtherLanguages))
export type UpdateTexts = z.infer<typeof texts>

export const UpdateDraft = z.strictObject({
  ...words,
  /** Beside the first language: one without a subject and a text is not written. */
  texts: z._default(texts, {}),
  filters: StrictFilters,
  follows_links: z.boolean(),
})
export type UpdateDraft = z.infer<typeof UpdateDraft>

/** `version`: the one that was read; 409 if somebody else has saved since. */
export const UpdateSaved = z.strictObject({ version: count })
export const SaveUpdate = z.strictObject({ ...UpdateDraft.shape, version: count })

export const SendUpdate = z.strictObject({
  version: count,
  sends_at: z.nullable(instant).check(
    z.refine((at) => at === null || timeProblem(at) === null, {
      message: `must not be in the past, and at most ${LONGEST_AHEAD_DAYS} days ahead`,
    }),
  ),
})

export const LEFT_OUT = {
  seeded: 'Test people',
  rejected: 'Rejected',
  doubtful: 'Waiting for review',
  unsubscribed: 'Unsubscribed',
  'only-place': 'Want only emails about their place',
  bounced: 'Their address bounces',
} as const
export type LeftOut = keyof typeof LEFT_OUT

export const UpdatePreview = z.object({
  people: count,
  left_out: z.array(z.object({ reason: z.enum(Object.keys(LEFT_OUT) as [LeftOut, ...LeftOut[]]), people: count })),
  minutes: count,
  example: z.nullable(z.object({ id: z.string(), email: z.string() })),
  readers: Readers,
})
export type UpdatePreview = z.infer<typeof UpdatePreview>

export const UpdateMail = z.strictObject({ ...words, language: previewLanguage, entry_id: z.optional(z.uuid()) })
export const UpdateTestMail = z.strictObject({ ...words, language: previewLanguage, to: Email })

const UPDATE_STATES = ['draft', 'scheduled', 'sending', 'resting', 'sent'] as const
export const REST_REASONS = ['owner', 'bounces', 'complaints', 'restored'] as const

const figures = {
  /** Without those who were left out. */
  people: count,
  sent: count,
  left: count,
  refused: count,
  bounced: count,
  skipped: count,
  /** Cut off while handing it over: it may have arrived, and is not repeated. */
  perhaps: count,
  unsubscribed: count,
  complaints: count,
  pressed: count,
}
export const Update = z.object({
  id: z.string(),
  ...words,
  texts,
  filters: z.record(z.string(), z.unknown()),
  follows_links: z.boolean(),
  version: count,
  state: z.enum(UPDATE_STATES),
  rests_because: z.nullable(z.enum(REST_REASONS)),
  /** In the words of the service; null if nothing keeps mail. */
  problem: z.nullable(z.string()),
  sends_at: z.nullable(instant),
  begun_at: z.nullable(instant),
  changed_at: instant,
  ...figures,
})
export type Update = z.infer<typeof Update>

export const Updates = z.object({ updates: z.array(Update), gaps: Gaps })

export const UpdatePeopleQuery = z.object({
  which: z.enum(['left', 'refused', 'perhaps']),
  cursor: z.optional(z.string().check(z.maxLength(400))),
})
export type UpdatePeopleQuery = z.infer<typeof UpdatePeopleQuery>
export const UpdatePeople = z.object({
  people: z.array(z.object({ id: z.string(), email: z.string(), reason: z.nullable(z.string()) })),
  next_cursor: z.nullable(z.string()),
})
export type UpdatePeople = z.infer<typeof UpdatePeople>

/** `{first_name|there}`: their first name, or "there". */
const UPDATE_NAMES = ['first_name', 'place', 'friends', 'link', 'my_place'] as const
export type UpdateName = (typeof UPDATE_NAMES)[number]

/** Before names are filled in. `link`: its number among the update's own links. */
export type Piece = { text: string; isBold?: boolean; href?: string; link?: number }

const MARKED =
  /\*\*(?<bold>[^*]+)\*\*|\[(?<words>[^\]]+)\]\((?<href>[^)\s]*)\)|(?<bare>https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/g
const BRACES = /\{([^{}|]*)(?:\|([^{}]*))?\}/g

export function readUpdate(text: string): { paragraphs: Piece[][]; links: string[] } {
  const links: string[] = []
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const pieces: Piece[] = []
      let end = 0
      for (const { 0: whole, index, groups = {} } of part.matchAll(MARKED)) {
        if (index > end) pieces.push({ text: part.slice(end, index) })
        const href = groups.href ?? groups.bare
        if (href === undefined) pieces.push({ text: groups.bold!, isBold: true })
        else pieces.push({ text: groups.words ?? href, href, link: links.push(href) - 1 })
        end = index + whole.length
      }
      if (end < part.length) pieces.push({ text: part.slice(end) })
      return pieces
    })
  return { paragraphs, links }
}

export function linksOf({ text, button_link }: UpdateWords): string[] {
  return [...readUpdate(text).links, ...(button_link ? [button_link] : [])]
}

export function fillNames(text: string, values: Record<UpdateName, string>): string {
  return text.replace(BRACES, (all, name: string, fallback = '') => (isName(name) ? values[name] || fallback : all))
}

function isName(name: string): name is UpdateName {
  return UPDATE_NAMES.some((known) => known === name)
}

type WithTexts = UpdateWords & { texts: UpdateTexts }

/** What readers of this language get. `before`: the number of links in the languages before it. */
export function wordsIn({ texts, ...first }: WithTexts, language: string): { words: UpdateWords; before: number } {
  let before = 0
  let words: UpdateWords = first
  for (const [name, own] of writtenTexts(texts)) {
    before += linksOf(words).length
    words = { ...first, ...own }
    if (name === language) return { words, before }
  }
  return { words: first, before: 0 }
}

/** In the order in which their links are numbered. */
export function writtenTexts(texts: UpdateTexts): [string, UpdateTexts['de'] & object][] {
  return Object.entries(texts).filter(([, { subject, text }]) => subject !== '' || text !== '')
}

/** Those of the first language, then those of each other. */
export function allLinksOf({ texts, ...first }: WithTexts): string[] {
  return [first, ...writtenTexts(texts).map(([, own]) => ({ ...first, ...own }))].flatMap(linksOf)
}

/** With those of each language, named such as `texts.de.subject`. */
export function allProblemsOf({ texts, ...first }: WithTexts): Record<string, string> {
  return Object.fromEntries([
    ...Object.entries(problemsOf(first)),
    ...writtenTexts(texts).flatMap(([language, own]) =>
      Object.entries(problemsOf({ ...first, ...own })).map(([name, problem]) => [`texts.${language}.${name}`, problem]),
    ),
  ]) as Record<string, string>
}

export function problemsOf(words: UpdateWords): Partial<Record<keyof UpdateWords, string>> {
  const { subject, picture, picture_alt, text, button_label, button_link } = words
  const problems = {
    subject: subject === '' ? 'Write a subject' : /[\r\n]/.test(subject) ? 'Use one line' : bracesProblem(subject),
    picture_alt: picture && !picture_alt ? 'Say what the picture shows' : null,
    text: textProblem(text),
    button_label: button_link && !button_label ? 'Name the button' : bracesProblem(button_label),
    button_link: button_label && !button_link ? 'Add the link it opens' : button_link ? linkProblem(button_link) : null,
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null))
}

/** Gmail cuts off what is longer, with the link to unsubscribe. */
export const MOST_MAIL_KB = 102
/** The most that each part takes in the HTML beyond its words, and what stands around them. */
const BYTES = { around: 10_000, paragraph: 160, piece: 14, line: 6, link: 250, name: 130 }

/** Of the HTML, at most. */
export function mailBytes(text: string): number {
  const { paragraphs, links } = readUpdate(text)
  const words = [text, ...links].join('').replaceAll(/[&<>"']/g, '&quot;')
  return (
    BYTES.around +
    new TextEncoder().encode(words).length +
    paragraphs.length * BYTES.paragraph +
    paragraphs.flat().length * BYTES.piece +
    (text.split('\n').length - 1) * BYTES.line +
    links.length * BYTES.link +
    (text.match(BRACES)?.length ?? 0) * BYTES.name
  )
}

function textProblem(text: string): string | null {
  if (text === '') return 'Write the email'
  const kilobytes = Math.ceil(mailBytes(text) / 1000)
  if (kilobytes > MOST_MAIL_KB)
    return `Shorten it: the email is about ${kilobytes} kB, and Gmail cuts off what is beyond ${MOST_MAIL_KB}`
  return (
    bracesProblem(text) ??
    readUpdate(text)
      .links.map(linkProblem)
      .find((problem) => problem !== null) ??
    null
  )
}

function linkProblem(href: string): string | null {
  if (href === '{link}' || href === '{my_place}' || /^mailto:[^\s@]+@[^\s@]+$/.test(href)) return null
  if (/^https?:\/\/[^\s/.]+(\.[^\s/.]+)*([:/?#]\S*)?$/i.test(href)) return null
  return `“${href}” is not a complete link: begin with https://`
}

function bracesProblem(text: string): string | null {
  for (const [all, name = '', fallback] of text.matchAll(BRACES)) {
    if (!isName(name)) return `${all} is not known. Use ${UPDATE_NAMES.map((one) => `{${one}}`).join(', ')}`
    if (name === 'first_name' && !fallback) return 'Say what to write without a name, as in {first_name|there}'
  }
  return /[{}]/.test(text.replace(BRACES, '')) ? 'A { needs its }' : null
}
