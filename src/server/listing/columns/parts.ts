import { choiceFilterOf, type Filters } from '#shared/list/filters.ts'
import { type Filterable, passes } from '#shared/list/passes.ts'
import { countedQuestions, fromChoiceKey } from '#shared/site/questions.ts'
import { dayIn } from '../rows/counter.ts'
import type { SlotNames } from '../sql/read-tally.ts'

export type Values = {
  kind: { day: string; industry: string; is_solo: boolean | null; price: string; is_referred: boolean }
  link: {
    source: string | null
    medium: string | null
    campaign: string | null
    language: string
    named_code: string | null
  }
  problems: number
  goals: number
  choices: string[]
  friends: number
  standing: { state: string; doubtful: boolean; rejected: boolean; imported: boolean; tags: string[]; earned: string[] }
}
export type PartName = keyof Values

type Part<Value> = {
  columns: string[]
  read: (fields: (string | null)[]) => Value
  filters: () => (keyof Filters)[]
  toEntry: (value: Value, slots: SlotNames) => Filterable
}

/** The SQL reads `waitlist_entries e`, its listing `l`, and its tags and rewards `t`. */
export const PARTS: { [Name in PartName]: Part<Values[Name]> } = {
  kind: {
    columns: [dayIn('l.created_at'), 'l.industry', 'l.is_solo', 'l.price', 'l.is_referred'],
    read: ([day, industry, is_solo, price, is_referred]) => ({
      day: day!,
      industry: industry!,
      is_solo: is_solo === null ? null : is_solo === 't',
      price: price!,
      is_referred: is_referred === 't',
    }),
    filters: () => ['industry', 'solo', 'price', 'referred'],
    toEntry: ({ industry, is_solo, price, is_referred }) => ({
      job_industry: industry,
      is_solo_provider: is_solo,
      price_range: price,
      is_referred,
    }),
  },
  link: {
    columns: ['l.source', `e.utm ->> 'medium'`, `e.utm ->> 'campaign'`, 'e.language', 'e.named_code'],
    read: ([source = null, medium = null, campaign = null, language, named_code = null]) => ({
      source,
      medium,
      campaign,
      language: language!,
      named_code,
    }),
    filters: () => ['source', 'medium', 'campaign', 'language', 'named_code'],
    toEntry: ({ source, medium, campaign, language, named_code }) => ({
      utm_source: source,
      utm_medium: medium,
      utm_campaign: campaign,
      language,
      named_code,
    }),
  },
  problems: {
    columns: ['l.problems'],
    read: ([mask]) => Number(mask),
    filters: () => ['problem'],
    toEntry: (mask, slots) => ({ problems: namesIn(mask, slots.problem) }),
  },
  goals: {
    columns: ['l.goals'],
    read: ([mask]) => Number(mask),
    filters: () => ['goal'],
    toEntry: (mask, slots) => ({ goals: namesIn(mask, slots.goal) }),
  },
  choices: {
    columns: ['to_jsonb(l.choices)'],
    read: ([keys]) => (keys ? JSON.parse(keys) : []),
    filters: () => countedQuestions().map(({ name }) => choiceFilterOf(name)),
    toEntry: (keys) => ({ further_answers: toAnswers(keys) }),
  },
  friends: {
    columns: ['e.referrals'],
    read: ([referrals]) => Number(referrals),
    filters: () => ['friends'],
    toEntry: (referrals) => ({ referrals }),
  },
  standing: {
    columns: ['e.state', 'e.is_doubtful', 'e.is_rejected', 'e.imported_by is not null', 't.tags', 't.earned'],
    read: ([state, doubtful, rejected, imported, tags, earned]) => ({
      state: state!,
      doubtful: doubtful === 't',
      rejected: rejected === 't',
      imported: imported === 't',
      tags: tags ? JSON.parse(tags) : [],
      earned: earned ? JSON.parse(earned) : [],
    }),
    filters: () => ['state', 'doubtful', 'rejected', 'imported', 'tag', 'reward'],
    toEntry: (standing) => standing,
  },
}
export const PART_NAMES = Object.keys(PARTS) as PartName[]

/** Null if none of the filters that read this part is set. */
export function whichPass<Name extends PartName>(
  name: Name,
  values: (Values[Name] | null)[],
  { filters, slots }: { filters: Partial<Filters>; slots: SlotNames },
): Uint8Array | null {
  const { filters: own, toEntry } = PARTS[name] as Part<Values[Name]>
  const set: Partial<Filters> = Object.fromEntries(
    own().flatMap((filter) => (filters[filter] ? [[filter, filters[filter] as never]] : [])),
  )
  if (Object.keys(set).length === 0) return null
  return Uint8Array.from(values, (value) => (value !== null && passes(toEntry(value, slots), set) ? 1 : 0))
}

function namesIn(mask: number, names: string[]): string[] {
  return names.filter((_, slot) => Math.floor(mask / 2 ** slot) % 2 === 1)
}

function toAnswers(keys: string[]): Record<string, string[]> {
  const chosen = Map.groupBy(keys.map(fromChoiceKey), ({ question }) => question)
  return Object.fromEntries([...chosen].map(([question, choices]) => [question, choices.map(({ choice }) => choice)]))
}
