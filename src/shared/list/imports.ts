import * as z from 'zod/mini'
import { otherOf, storedQuestions } from '../site/questions.ts'
import { perSite, site } from '../site/site.ts'

/** The names that `TextDecoder` uses. */
export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be', 'shift_jis'] as const
export const SEPARATORS = [',', ';', '\t', '|'] as const
/** The first number in dates such as 03/04/2026. */
export const DATE_ORDERS = ['day', 'month'] as const
const ROW_ORDERS = ['file', 'reversed'] as const

export const MOST_BYTES = 100 * 1024 * 1024
export const MOST_ROWS = 500_000
export const MOST_COLUMNS = 200

export const FACTS = [
  'email',
  'created_at',
  'referral_code',
  'referrals',
  'used_referral_code',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'full_name',
  'tags',
  /** Of lists with several languages. */
  'language',
  'status',
  /** The owner says that the column does not tell who gets mail. */
  'not_status',
] as const
export type ImportFact = (typeof FACTS)[number]

export const importTargets = perSite((): readonly string[] => [
  ...FACTS.filter((fact) => fact !== 'language' || site().languages.length > 1),
  ...storedQuestions().flatMap((question) => [question.name, otherOf(question) ?? []].flat()),
])

/** Such as a first and a last name, tags, or an answer for which other tools have one column per choice. */
export function mayRepeat(target: string | null): boolean {
  return (
    ['full_name', 'tags', 'status', 'not_status'].includes(target!) ||
    storedQuestions().some(({ name, kind }) => name === target && kind === 'many')
  )
}

const UNSUBSCRIBED = ['leave-out', 'opt-out'] as const

const YES_NO = z.enum(['yes', 'no'])
const Target = z.nullable(
  z.string().check(z.refine((name) => importTargets().includes(name), 'is no target of a column')),
)

const Columns = z.array(Target).check(
  z.maxLength(MOST_COLUMNS),
  z.refine((targets) => targets.includes('email'), 'must have a column with the email'),
  z.refine(
    (targets) => hasNoRepeat(targets.filter((target) => target !== null && !mayRepeat(target)) as string[]),
    'must not name a target twice, unless its answer is a list',
  ),
)

export const ImportQuery = z.object({
  dry_run: z._default(YES_NO, 'no'),
  /** As JSON, in the columns' order; null for columns that are left out. */
  columns: z.optional(
    z.pipe(
      z.string().check(z.maxLength(20_000)),
      z.pipe(
        z.transform((json: string) => {
          try {
            return JSON.parse(json) as unknown
          } catch {
            return undefined
          }
        }),
        Columns,
      ),
    ),
  ),
  separator: z.optional(z.enum(SEPARATORS)),
  encoding: z.optional(z.enum(ENCODINGS)),
  /** Counted from 1: the line with the headings, or the first person. */
  start: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000))),
  header: z.optional(YES_NO),
  dates: z.optional(z.enum(DATE_ORDERS)),
  order: z._default(z.enum(ROW_ORDERS), 'file'),
  /** The index of a column, from 0. People join in the order of its values instead of the file's. */
  order_by: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lt(MOST_COLUMNS))),
  unsubscribed: z._default(z.enum(UNSUBSCRIBED), 'leave-out'),
  /** Friends that the file only counts move people up. */
  friends_move: z._default(YES_NO, 'yes'),
})
export type ImportQuery = z.infer<typeof ImportQuery>

const LineNote = z.object({ line: z.int(), field: z.nullable(z.string()), reason: z.string() })

export const NOTE_TITLES = {
  refused: 'Lines refused',
  unsubscribed: 'Opted out in your other tool, or status unknown',
  unread: 'Dates that cannot be read',
  left_out: 'Values left out or changed',
  unknown: 'Referrers who are not found',
  alike: 'Codes that differ only by capitals',
} as const
export type NoteKind = keyof typeof NOTE_TITLES

const Notes = z.object({ count: z.int(), first: z.array(LineNote) })
export type Notes = z.infer<typeof Notes>

export const ImportReport = z.object({
  file: z.object({
    encoding: z.enum(ENCODINGS),
    separator: z.enum(SEPARATORS),
    start: z.int(),
    header: z.boolean(),
    top: z.array(z.object({ line: z.int(), text: z.string() })),
    dates: z.enum(DATE_ORDERS),
    order: z.enum(ROW_ORDERS),
    order_by: z.nullable(z.int()),
    time_zone: z.string(),
  }),
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()), target: z.nullable(z.string()) })),
  /** Columns that may say who wants no mail. Nothing is imported until each is mapped to `status` or `not_status`. */
  doubtful: z.array(z.int()),
  rows: z.int(),
  fresh: z.int(),
  known: z.int(),
  refused: Notes,
  unsubscribed: Notes,
  left_out: Notes,
  dates: z.object({
    read: z.int(),
    /** Not a date from 2000 until today. These people would get today's date. */
    unread: Notes,
    /** An ambiguous date, if no other date shows which number is the day and the owner has not chosen. */
    open: z.nullable(z.string()),
    /**
     * More than three quarters of the changes from date to date go back in time: the people would stand in line the
     * wrong way round.
     */
    newest_first: z.boolean(),
  }),
  codes: z.object({
    kept: z.int(),
    /** Codes that differ only in capitals. Both keep working, each exactly as written. */
    alike: Notes,
  }),
  friends: z.object({
    named: z.int(),
    counted: z.int(),
    unknown: Notes,
  }),
  first_position: z.nullable(z.int()),
  people: z.array(
    z.object({
      line: z.int(),
      email: z.string(),
      created_at: z.nullable(z.string()),
      referral_code: z.nullable(z.string()),
      referrals: z.int(),
      full_name: z.nullable(z.string()),
      tags: z.array(z.string()),
      language: z.nullable(z.string()),
      answers: z.array(z.string()),
    }),
  ),
})
export type ImportReport = z.infer<typeof ImportReport>

export const MERGE_RULE =
  'People who are on the list already keep their place, their date and their answers. Their old code goes on working beside their own, and friends that the file only counts are added once.'

function hasNoRepeat(names: string[]): boolean {
  return new Set(names).size === names.length
}
