import * as z from 'zod/mini'
import { Day } from '../values/days.ts'
import { Period } from './period.ts'
import { Tally } from './tally.ts'

/** One bar, slice or line of a ranking. `percentage` is of all sign-ups shown, with one decimal. */
export const ChartItem = z.object({ name: z.string(), value: z.int(), percentage: z.number() })
export type ChartItem = z.infer<typeof ChartItem>

/** A day of a sparkline, or seven days if the period is longer than 90; both ends included. */
const Point = z.object({ from: Day, to: Day, value: z.int() })
export type Point = z.infer<typeof Point>

/** The sign-ups of a period in order, none of them left out. */
export const Timeline = z.object({
  /** What a point counts; the first and the last may be cut by the period. */
  unit: z.enum(['day', 'week', 'month']),
  points: z.array(Point),
  /** The median of the points. */
  usual: z.number(),
  /** The day with the most sign-ups, the latest of several; null if there are none. */
  busiest: z.nullable(z.object({ day: Day, value: z.int() })),
})
export type Timeline = z.infer<typeof Timeline>

/**
 * In percent against the equal period before, with one decimal; null if that had no such sign-ups or does not exist.
 */
const change = z.nullable(z.number())

/**
 * How many visits got how far in the period; the other filters do not apply. A visit is a browser tab from the landing
 * page on, and another one for each further person who joins in it. It counts once at a stage, and only after the stage
 * before.
 */
export const Funnel = z.object({
  /** Visits of the landing page. */
  visits: z.int(),
  /** Visits that went on to the questions, for which an email is needed. */
  emails: z.int(),
  /** Every step of the questionnaire, in order. */
  steps: z.array(z.object({ name: z.string(), completed: z.int() })),
  submissions: z.int(),
  shares: z.int(),
})
export type Funnel = z.infer<typeof Funnel>

/** Every figure of the dashboard that is derived from a tally. */
export const Figures = z.object({
  period: Period,
  totalSignups: z.int(),
  soloProviders: z.int(),
  groupProviders: z.int(),
  uniqueIndustriesCount: z.int(),
  /** Of today and the six days before: the range does not apply, the other filters do. */
  newSignupsLast7Days: z.int(),
  /** The band with the most sign-ups, or 'N/A'. */
  topPriceRange: z.string(),
  changes: z.object({ signups: change, solo: change, group: change, industries: change }),
  sparklines: z.object({
    signups: z.array(Point),
    solo: z.array(Point),
    group: z.array(Point),
    /** The number of different ones. */
    industries: z.array(Point),
  }),
  timeline: Timeline,
  /** Most frequent first; ties in the order in which they are offered. Choices that nobody made are left out. */
  industries: z.array(ChartItem),
  problems: z.array(ChartItem),
  goals: z.array(ChartItem),
  /** The same for each further question with choices, in the order of the questions. */
  choices: z.array(z.object({ question: z.string(), items: z.array(ChartItem) })),
  /** Always both 'Solo Provider' and 'Group Practice'. */
  providers: z.array(ChartItem),
  /** Always all bands, in order; 'Unknown' last, if there are any. */
  prices: z.array(ChartItem),
  /** Always both 'Referral' and 'Direct'. */
  origins: z.array(ChartItem),
  /** The ten most frequent sources that links named. */
  sources: z.array(ChartItem),
  /** The tally from which all this is derived; `addEntries` adds other entries to it. */
  tally: Tally,
})
export type Figures = z.infer<typeof Figures>

/** How many of the people in the figures are doubtful or rejected. A doubtful person who is rejected counts as rejected. */
export const Questionable = z.object({ doubtful: z.int(), rejected: z.int() })
export type Questionable = z.infer<typeof Questionable>

/**
 * How many joins the figures lack yet, for how many seconds the oldest has waited, and how many people are missing in lists
 * and figures because something fails with them.
 */
export const Uncounted = z.object({ joins: z.int(), seconds: z.int(), missing: z.int() })
export type Uncounted = z.infer<typeof Uncounted>

/** The answer of `GET /api/admin/summary`, whose query is `Filters`. */
export const Summary = z.extend(Figures, { funnel: Funnel, questionable: Questionable, uncounted: Uncounted })
export type Summary = z.infer<typeof Summary>
