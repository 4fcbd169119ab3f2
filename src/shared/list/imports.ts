import * as z from 'zod/mini'
import { otherOf, storedQuestions } from '../site/questions.ts'
import { perSite } from '../site/site.ts'

/** The encodings of a file that can be read, with the names that `TextDecoder` uses. */
export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be', 'shift_jis'] as const
export const SEPARATORS = [',', ';', '\t', '|'] as const
/** The first number in dates such as 03/04/2026. */
export const DATE_ORDERS = ['day', 'month'] as const
/** The order in which the people of a file join: from its first line to its last, or from its last to its first. */
const ROW_ORDERS = ['file', 'reversed'] as const

/** The limits of one file. */
export const MOST_BYTES = 100 * 1024 * 1024
export const MOST_ROWS = 500_000
export const MOST_COLUMNS = 200

/** The targets that a column can have, besides the answers. */
export const FACTS = [
  'email',
  'created_at',
  'referral_code',
  'referrals',
  'used_referral_code',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  /** Several columns may have this target: a first and a last name. */
  'full_name',
  'tags',
  /** Whether somebody unsubscribed in the tool that the file comes from. Several columns may have this target. */
  'status',
  /** Left out, because the owner says that the column does not tell who gets mail. */
  'not_status',
] as const
export type ImportFact = (typeof FACTS)[number]

/** The targets that a column of a file can have. Answers have the names of their questions. */
export const importTargets = perSite((): readonly string[] => [
  ...FACTS,
  ...storedQuestions().flatMap((question) => [question.name, otherOf(question) ?? []].flat()),
])

/**
 * Whether several columns may have this target: a name, tags, a status, or an answer for which other tools have one column per
 * choice.
 */
export function mayRepeat(target: string | null): boolean {
  return (
    ['full_name', 'tags', 'status', 'not_status'].includes(target!) ||
    storedQuestions().some(({ name, kind }) => name === target && kind === 'many')
  )
}

/** How to treat people who unsubscribed, or whose status is not known: leave them out, or send no mail. */
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

/** The owner's choices about a file. The server guesses those that are not given. */
export const ImportQuery = z.object({
  /** 'yes' only reports what the import would do, and changes nothing. */
  dry_run: z._default(YES_NO, 'no'),
  /** The target of each column in its order, as JSON; null for columns that are left out. */
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
  /** The line on which the list begins, counted from 1: the one with the headings, or the first person. */
  start: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000))),
  /** Whether this line names the columns. */
  header: z.optional(YES_NO),
  dates: z.optional(z.enum(DATE_ORDERS)),
  order: z._default(z.enum(ROW_ORDERS), 'file'),
  /**
   * The index of a column, starting at 0. People join in the order of its values, smallest first, instead of the order
   * of the file.
   */
  order_by: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lt(MOST_COLUMNS))),
  unsubscribed: z._default(z.enum(UNSUBSCRIBED), 'leave-out'),
  /** Whether friends that the file only counts move people up, as the referral rule says. */
  friends_move: z._default(YES_NO, 'yes'),
})
export type ImportQuery = z.infer<typeof ImportQuery>

/** A problem in a line. `field`: the name of the column; null if the problem concerns the whole line. */
const LineNote = z.object({ line: z.int(), field: z.nullable(z.string()), reason: z.string() })
export type LineNote = z.infer<typeof LineNote>

/** The kinds of notes, each with its title. */
export const NOTE_TITLES = {
  refused: 'Lines refused',
  unsubscribed: 'Opted out in your other tool, or status unknown',
  unread: 'Dates that cannot be read',
  left_out: 'Values left out or changed',
  unknown: 'Referrers who are not found',
  alike: 'Codes that differ only by capitals',
} as const
export type NoteKind = keyof typeof NOTE_TITLES

/** The number of all notes, and the first of them in full. */
const Notes = z.object({ count: z.int(), first: z.array(LineNote) })
export type Notes = z.infer<typeof Notes>

/** The answer of a dry run: what the import would do now. */
export const ImportReport = z.object({
  file: z.object({
    encoding: z.enum(ENCODINGS),
    separator: z.enum(SEPARATORS),
    start: z.int(),
    header: z.boolean(),
    /** The first lines of the file, among which the list begins. */
    top: z.array(z.object({ line: z.int(), text: z.string() })),
    dates: z.enum(DATE_ORDERS),
    order: z.enum(ROW_ORDERS),
    order_by: z.nullable(z.int()),
    /** The time zone that is assumed for times without one. */
    time_zone: z.string(),
  }),
  /** `samples`: some of the values of the column. */
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()), target: z.nullable(z.string()) })),
  /**
   * The columns that are left out and may say who wants no mail. Nothing is imported until each of them is mapped to
   * `status` or `not_status`.
   */
  doubtful: z.array(z.int()),
  rows: z.int(),
  /** People who are not on the list yet. */
  fresh: z.int(),
  /** People who are on the list already. */
  known: z.int(),
  /** Rows that cannot be imported. */
  refused: Notes,
  /**
   * Rows of people who unsubscribed in the tool that the file comes from, or whose status there is not known: left out,
   * or imported without mail.
   */
  unsubscribed: Notes,
  /** Values that are left out, or stored as Other. The people in these rows are imported. */
  left_out: Notes,
  dates: z.object({
    read: z.int(),
    /** Texts that are not a date from 2000 until today. The people in these lines would get today's date. */
    unread: Notes,
    /**
     * An ambiguous date such as 03/04/2026, if no other date shows which number is the day and the owner has not
     * chosen; null otherwise.
     */
    open: z.nullable(z.string()),
    /**
     * Whether the file seems to list the newest people first: more than three quarters of the changes from date to date
     * go back in time. Imported in the order of the file, the people would stand in line the wrong way round.
     */
    newest_first: z.boolean(),
  }),
  codes: z.object({
    kept: z.int(),
    /** Codes that differ from another one only in capitals. Both keep working, each exactly as it is written. */
    alike: Notes,
  }),
  /** `named`: friends whom the file names. `counted`: friends whom the file counts but does not name. */
  friends: z.object({
    named: z.int(),
    counted: z.int(),
    /** Referrers who are neither on the list nor among the imported people. They get no credit. */
    unknown: Notes,
  }),
  /** The position of the first new person; null without new people. */
  first_position: z.nullable(z.int()),
  /** The first new people, as they would be imported. */
  people: z.array(
    z.object({
      line: z.int(),
      email: z.string(),
      created_at: z.nullable(z.string()),
      referral_code: z.nullable(z.string()),
      referrals: z.int(),
      full_name: z.nullable(z.string()),
      tags: z.array(z.string()),
      answers: z.array(z.string()),
    }),
  ),
})
export type ImportReport = z.infer<typeof ImportReport>

/** The text for the owner about people who are on the list already. */
export const MERGE_RULE =
  'People who are on the list already keep their place, their date and their answers. Their old code goes on working beside their own, and friends that the file only counts are added once.'

function hasNoRepeat(names: string[]): boolean {
  return new Set(names).size === names.length
}
