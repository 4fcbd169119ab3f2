import * as z from 'zod/mini'
import { Day } from '../values/days.ts'
import { exportColumns } from './export-columns.ts'
import { furtherChoiceQuestions, writtenAnswers } from '../site/questions.ts'
import { schemaPerSite } from '../site/schema-per-site.ts'
import { perSite } from '../site/site.ts'
import { text } from '../values/text-schema.ts'
import { MAX_LENGTH } from '../values/text.ts'

export const RANGES = ['7d', '30d', '90d', 'all'] as const

export const DEFAULT_RANGE = '30d' satisfies (typeof RANGES)[number]

export const YES_NO = ['yes', 'no'] as const

/** The stages of a person on the list. Erased people are no longer on the list. */
export const STATES = ['waiting', 'invited', 'admitted'] as const

export type EntryState = (typeof STATES)[number]

/**
 * The states of an invitation: its mail waits; its mail has left; its link was opened; it was accepted; it has ended;
 * it was called back before its mail left; or it was dropped, because the person could no longer be invited.
 */
export const INVITATION_STATES = ['waiting', 'sent', 'opened', 'accepted', 'ended', 'called back', 'dropped'] as const

/**
 * The filters for questions that the owner added, each with the value of one choice. `answer_skills=Colour` keeps
 * people who chose Colour.
 */
export type ChoiceFilters = { [Name in `answer_${string}`]?: string | undefined }

export function choiceFilterOf(question: string): keyof ChoiceFilters {
  return `answer_${question}`
}

const choiceFields = () =>
  Object.fromEntries(
    furtherChoiceQuestions().map(({ name }) => [choiceFilterOf(name), z.optional(text(MAX_LENGTH.name))]),
  ) as Record<never, z.ZodMiniType>

const yesOrNo = z.optional(z.enum(YES_NO))

const linkName = z.optional(text(MAX_LENGTH.utm))

const filterFields = perSite(() => ({
  /** Today and the days before it, in the owner's time zone. */
  range: z._default(z.enum(RANGES), DEFAULT_RANGE),
  /**
   * Both days are included, and either of them replaces `range`. `from` defaults to the first day of the list, and `to`
   * to today.
   */
  from: z.optional(Day),
  to: z.optional(Day),
  /** An industry, or 'Unknown' for people without one. */
  industry: z.optional(text(MAX_LENGTH.name)),
  solo: yesOrNo,
  /**
   * A price band by its value or name ('£0 - £10/month', '£0-£10'), 'Unknown', or the exact text of any other answer.
   */
  price: z.optional(text(MAX_LENGTH.name)),
  /**
   * A text in the email, business name, industry or a written answer, ignoring case and accents; or a referral code, a
   * position ('#37') or a place in line ('37th'). A blank search matches everything.
   */
  q: z.optional(text(MAX_LENGTH.name, { blank: true })),
  /** The source, medium and campaign in the link that somebody followed, ignoring case. */
  source: linkName,
  medium: linkName,
  campaign: linkName,
  /** A problem or a goal that somebody chose, by its stored text. */
  problem: z.optional(text(MAX_LENGTH.name)),
  goal: z.optional(text(MAX_LENGTH.name)),
  /** Whether the person joined with another person's code. */
  referred: yesOrNo,
  /** People with at least this many friends who moved them up. */
  friends: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
  /** Whether an import brought the person. */
  imported: yesOrNo,
  state: z.optional(z.enum(STATES)),
  /** Whether signals or the owner hold the credit that the referrer gets for this person. */
  doubtful: yesOrNo,
  rejected: yesOrNo,
  /** A tag, ignoring capitals and repeated spaces. */
  tag: z.optional(text(MAX_LENGTH.name)),
  ...choiceFields(),
}))

export type FilterName = Exclude<keyof ReturnType<typeof filterFields>, symbol> | keyof ChoiceFilters

export const filterNames = perSite(() => Object.keys(filterFields()) as FilterName[])

const inOrder = z.refine<Range>(isInOrder, { path: ['to'], message: 'must not be before from' })

/** The query of all figures and lists of the dashboard. A missing field does not filter. */
export const Filters = schemaPerSite(() => z.object(filterFields()).check(inOrder))

export type Filters = z.infer<typeof Filters> & ChoiceFilters

/** `Filters` for a request body that selects people for an act. An unknown filter is an error. */
export const StrictFilters = schemaPerSite(() => z.strictObject(filterFields()).check(inOrder))

export const SORTS = ['submitted', 'email', 'business', 'friends', 'launch'] as const

export type Sort = (typeof SORTS)[number]

export const ORDERS = ['asc', 'desc'] as const

export type Order = (typeof ORDERS)[number]

/** The order if none is given: the newest and those with most friends first, everything else ascending. */
export function usualOrder(sort: Sort): Order {
  return sort === 'submitted' || sort === 'friends' ? 'desc' : 'asc'
}

const sortFields = {
  sort: z._default(z.enum(SORTS), 'submitted'),
  /** Defaults to the usual order of the sort. */
  order: z.optional(z.enum(ORDERS)),
}

/**
 * The query of the list as a file: the filters, and the order of the lines. An unknown field is an error: if a
 * mistyped filter were ignored, the file would have everybody's address.
 */
export const ExportQuery = schemaPerSite(() =>
  z
    .strictObject({
      ...filterFields(),
      ...sortFields,
      /** The id of a wave: only people whom it invited. `range` does not apply then, but `from` and `to` do. */
      wave: z.optional(z.uuid()),
      /** With `wave`: only people whose invitation is in this state. */
      invitation: z.optional(z.enum(INVITATION_STATES)),
      /** Names of columns, separated by commas; all if not given. Their order in the file does not change. */
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
      /** The maximum number of people in the file, counted from the start of the list. */
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

export type ExportQuery = z.infer<typeof ExportQuery> & ChoiceFilters

const pageFields = {
  /** The `next_cursor` of the previous page, under the same filters, sort and order. */
  cursor: z.optional(z.string().check(z.maxLength(4000))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
}

/** The query of the list of entries: the filters, the order and the page. */
export const EntriesQuery = schemaPerSite(() =>
  z
    .object({
      ...filterFields(),
      /** Defaults to `launch` with `from_rank`, and to `submitted` without. */
      sort: z.optional(z.enum(SORTS)),
      order: sortFields.order,
      /** Begins the list at the person with this rank in launch order. Beyond the last rank, the page is empty. */
      from_rank: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
      /** The number of people to skip before the first page. */
      offset: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))),
      ...pageFields,
    })
    .check(inOrder, z.refine(isByRank, { path: ['from_rank'], message: 'goes with sort=launch only' })),
)

export type EntriesQuery = z.infer<typeof EntriesQuery> & ChoiceFilters

const everybody = { range: z._default(z.enum(RANGES), 'all') }

/** The filters of programs with an API key. `range` defaults to 'all', and an unknown filter is an error. */
export const ApiFilters = schemaPerSite(() => z.strictObject({ ...filterFields(), ...everybody }).check(inOrder))

/** The query of a program that reads people: the filters, the order and the page. */
export const ApiEntriesQuery = schemaPerSite(() =>
  z.strictObject({ ...filterFields(), ...everybody, ...sortFields, ...pageFields }).check(inOrder),
)

/** The query of written answers: the filters, and the question. */
export const WordsQuery = schemaPerSite(() =>
  z
    .object({
      ...filterFields(),
      /** The name of a question, one of `writtenAnswers`. */
      question: z
        .string()
        .check(z.refine((name) => writtenAnswers().includes(name), `must be one of ${writtenAnswers().join(', ')}`)),
      /** A text in the answer itself, ignoring case and accents. */
      find: z.optional(text(MAX_LENGTH.name, { blank: true })),
      /** The maximum number of texts in the answer. */
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
