import * as z from 'zod/mini'
import { LANGUAGES } from '../values/language.ts'
import { Day } from '../values/days.ts'
import { exportColumns } from './export-columns.ts'
import { countedQuestions, writtenAnswers } from '../site/questions.ts'
import { schemaPerSite } from '../site/schema-per-site.ts'
import { RewardFilter } from './rewards.ts'
import { perSite } from '../site/site.ts'
import { text } from '../values/text-schema.ts'
import { MAX_LENGTH } from '../values/text.ts'

export const RANGES = ['7d', '30d', '90d', 'all'] as const

export const DEFAULT_RANGE = '30d' satisfies (typeof RANGES)[number]

export const YES_NO = ['yes', 'no'] as const

export const STATES = ['waiting', 'invited', 'admitted'] as const

export type EntryState = (typeof STATES)[number]

/** `called-back`: before its mail left. `dropped`: the person could no longer be invited. */
export const INVITATION_STATES = ['waiting', 'sent', 'opened', 'accepted', 'ended', 'called back', 'dropped'] as const

/** `answer_skills=Colour` keeps people who chose Colour. */
export type ChoiceFilters = { [Name in `answer_${string}`]?: string | undefined }

export function choiceFilterOf(question: string): keyof ChoiceFilters {
  return `answer_${question}`
}

const choiceFields = () =>
  Object.fromEntries(countedQuestions().map(({ name }) => [choiceFilterOf(name), someOf])) as Record<
    never,
    z.ZodMiniType
  >

const yesOrNo = z.optional(z.enum(YES_NO))

const linkName = z.optional(text(MAX_LENGTH.utm))

/** One value, or several with `|` between them, of which a person needs one. `||` is a `|` within a value. */
const someOf = z.optional(text(MAX_LENGTH.freeText))

export function valuesOf(filter: string): string[] {
  return (filter.match(/(?:[^|]|\|\|)+/g) ?? []).map((value) => value.replaceAll('||', '|'))
}

export function filterOf(values: readonly string[]): string | null {
  return values.map((value) => value.replaceAll('|', '||')).join('|') || null
}

const filterFields = perSite(() => ({
  range: z._default(z.enum(RANGES), DEFAULT_RANGE),
  /** Either replaces `range`. `from` defaults to the first day of the list, `to` to today. */
  from: z.optional(Day),
  to: z.optional(Day),
  industry: someOf,
  solo: yesOrNo,
  /** By value or name ('£0 - £10/month', '£0-£10'), 'Unknown', or the exact text of any other answer. */
  price: someOf,
  /** Ignores case and accents; or a referral code, a position ('#37') or a place in line ('37th'). */
  q: z.optional(text(MAX_LENGTH.name, { blank: true })),
  source: someOf,
  medium: linkName,
  campaign: linkName,
  language: z.optional(z.enum(Object.keys(LANGUAGES) as [string, ...string[]])),
  problem: someOf,
  goal: someOf,
  referred: yesOrNo,
  /** A code of the owner's that they joined with. */
  named_code: someOf,
  friends: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
  imported: yesOrNo,
  state: z.optional(
    z
      .string()
      .check(
        z.refine(
          (states) => valuesOf(states).every((state) => (STATES as readonly string[]).includes(state)) && states !== '',
          `must be ${STATES.join(', ')}, or several with | between them`,
        ),
      ),
  ),
  /** Whether they have opened an invitation. */
  opened: yesOrNo,
  doubtful: yesOrNo,
  rejected: yesOrNo,
  tag: someOf,
  reward: z.optional(RewardFilter),
  ...choiceFields(),
}))

export type FilterName = Exclude<keyof ReturnType<typeof filterFields>, symbol> | keyof ChoiceFilters

export const filterNames = perSite(() => Object.keys(filterFields()) as FilterName[])

const inOrder = z.refine<Range>(isInOrder, { path: ['to'], message: 'must not be before from' })

export const Filters = schemaPerSite(() => z.object(filterFields()).check(inOrder))

export type Filters = z.infer<typeof Filters> & ChoiceFilters

export const StrictFilters = schemaPerSite(() => z.strictObject(filterFields()).check(inOrder))

export const SORTS = [
  'submitted',
  'email',
  'business',
  'friends',
  'launch',
  'standing',
  'tags',
  'industry',
  'solo',
  'price',
] as const

export type Sort = (typeof SORTS)[number]

export const ORDERS = ['asc', 'desc'] as const

export type Order = (typeof ORDERS)[number]

export function usualOrder(sort: Sort): Order {
  return sort === 'submitted' || sort === 'friends' ? 'desc' : 'asc'
}

const sortFields = {
  sort: z._default(z.enum(SORTS), 'submitted'),
  order: z.optional(z.enum(ORDERS)),
}

/** An unknown field is an error: a mistyped filter, if ignored, would put everybody's address into the file. */
export const ExportQuery = schemaPerSite(() =>
  z
    .strictObject({
      ...filterFields(),
      ...sortFields,
      /** Only these people, with commas between their ids. `range` does not apply then. */
      ids: z.optional(z.string().check(z.regex(SOME_IDS, `must be at most ${MOST_EXPORTED_IDS} ids`))),
      /** `range` does not apply then, but `from` and `to` do. */
      wave: z.optional(z.uuid()),
      invitation: z.optional(z.enum(INVITATION_STATES)),
      columns: z.optional(
        z
          .string()
          .check(
            z.refine(
              (names) => names.split(',').every((name) => exportColumns().includes(name)),
              `must be some of ${exportColumns().join(', ')}`,
            ),
          ),
      ),
      first: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
    })
    .check(
      inOrder,
      z.refine(({ wave, invitation }) => wave !== undefined || invitation === undefined, {
        path: ['invitation'],
        message: 'goes with a wave only',
      }),
    ),
)

/** As many as fit into an address. */
export const MOST_EXPORTED_IDS = 250
const SOME_IDS = new RegExp(`^[\\da-f-]{36}(,[\\da-f-]{36}){0,${MOST_EXPORTED_IDS - 1}}$`)

export type ExportQuery = z.infer<typeof ExportQuery> & ChoiceFilters

const pageFields = {
  cursor: z.optional(z.string().check(z.maxLength(4000))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
}

export const EntriesQuery = schemaPerSite(() =>
  z
    .object({
      ...filterFields(),
      /** Defaults to `launch` with `from_rank`, and to `submitted` without. */
      sort: z.optional(z.enum(SORTS)),
      order: sortFields.order,
      from_rank: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
      offset: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))),
      ...pageFields,
    })
    .check(inOrder, z.refine(isByRank, { path: ['from_rank'], message: 'goes with sort=launch only' })),
)

export type EntriesQuery = z.infer<typeof EntriesQuery> & ChoiceFilters

const everybody = { range: z._default(z.enum(RANGES), 'all') }

/** `range` defaults to 'all', and an unknown filter is an error. */
export const ApiFilters = schemaPerSite(() => z.strictObject({ ...filterFields(), ...everybody }).check(inOrder))

export const ApiEntriesQuery = schemaPerSite(() =>
  z.strictObject({ ...filterFields(), ...everybody, ...sortFields, ...pageFields }).check(inOrder),
)

export const WordsQuery = schemaPerSite(() =>
  z
    .object({
      ...filterFields(),
      question: z
        .string()
        .check(z.refine((name) => writtenAnswers().includes(name), `must be one of ${writtenAnswers().join(', ')}`)),
      find: z.optional(text(MAX_LENGTH.name, { blank: true })),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 20),
    })
    .check(z.refine(isInOrder, { path: ['to'], message: 'must not be before from' })),
)

export type WordsQuery = z.infer<typeof WordsQuery> & ChoiceFilters

function isByRank({ from_rank, sort }: { from_rank?: number | undefined; sort?: Sort | undefined }): boolean {
  return from_rank === undefined || sort === undefined || sort === 'launch'
}

type Range = { from?: string | undefined; to?: string | undefined }

function isInOrder({ from, to }: Range): boolean {
  return from === undefined || to === undefined || from <= to
}

export const Words = z.object({
  texts: z.array(z.object({ id: z.string(), text: z.string(), created_at: z.string() })),
  is_cut: z.boolean(),
})
export type Words = z.infer<typeof Words>
