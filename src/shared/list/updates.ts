import * as z from 'zod/mini'
import { Email } from '../values/email-schema.ts'
import { text } from '../values/text-schema.ts'
import { MAX_LENGTH } from '../values/text.ts'
import { StrictFilters } from './filters.ts'
import { LONGEST_AHEAD_DAYS, timeProblem } from './waves.ts'

const instant = z.iso.datetime()
const count = z.int()

export const LONGEST_TEXT = 10_000
export const LONGEST_LABEL = 60

const words = {
  subject: text(MAX_LENGTH.name, { blank: true }),
  /** An empty line begins a paragraph; `**bold**`, `[words](https://…)` and names in braces are marked. */
  text: text(LONGEST_TEXT, { blank: true }),
  button_label: text(LONGEST_LABEL, { blank: true }),
  button_link: text(MAX_LENGTH.freeText, { blank: true }),
}
export const UpdateWords = z.strictObject(words)
export type UpdateWords = z.infer<typeof UpdateWords>

export const UpdateDraft = z.strictObject({
  ...words,
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
})
export type UpdatePreview = z.infer<typeof UpdatePreview>

export const UpdateMail = z.strictObject({ ...words, entry_id: z.optional(z.uuid()) })
export const UpdateTestMail = z.strictObject({ ...words, to: Email })

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

export const Updates = z.object({ updates: z.array(Update) })

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

export function problemsOf(words: UpdateWords): Partial<Record<keyof UpdateWords, string>> {
  const { subject, text, button_label, button_link } = words
  const problems = {
    subject: subject === '' ? 'Write a subject' : /[\r\n]/.test(subject) ? 'Use one line' : bracesProblem(subject),
    text: text === '' ? 'Write the email' : (bracesProblem(text) ?? linksProblem(readUpdate(text).links)),
    button_label: button_link && !button_label ? 'Name the button' : bracesProblem(button_label),
    button_link: button_label && !button_link ? 'Add the link it opens' : button_link ? linkProblem(button_link) : null,
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null))
}

/** Each link makes the mail longer, and Gmail cuts mails off after 102 kB. */
const MOST_LINKS = 100

function linksProblem(links: string[]): string | null {
  if (links.length > MOST_LINKS) return `Use at most ${MOST_LINKS} links`
  return links.map(linkProblem).find((problem) => problem !== null) ?? null
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
