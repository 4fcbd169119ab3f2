import * as z from 'zod/mini'
import { Day } from '../values/days.ts'
import { Period } from './period.ts'
import { Tally } from './tally.ts'

/** One bar, slice or line of a ranking. `percentage`: the share of all sign-ups shown, with one decimal. */
export const ChartItem = z.object({ name: z.string(), value: z.int(), percentage: z.number() })
export type ChartItem = z.infer<typeof ChartItem>

/**
 * The value of one day or of a longer span; both ends are included. In a sparkline, a span has seven days if the period
 * is longer than 90 days.
 */
const Point = z.object({ from: Day, to: Day, value: z.int() })
export type Point = z.infer<typeof Point>

/** The sign-ups of a period in order of time. Points without sign-ups are included. */
export const Timeline = z.object({
  /** The span of a point. The period may cut the first and the last point short. */
  unit: z.enum(['day', 'week', 'month']),
  points: z.array(Point),
  /** The median value of the points that are over and whole; of all points if there is none. */
  usual: z.number(),
  /** The day with the most sign-ups; on a tie, the latest one. Null without sign-ups. */
  busiest: z.nullable(z.object({ day: Day, value: z.int() })),
})
export type Timeline = z.infer<typeof Timeline>

/**
 * The change in percent from the previous period of equal length, up to the same time of day, with one decimal; null if
 * the figure was 0 in that period, or if there is no such period.
 */
const change = z.nullable(z.number())

/**
 * The number of visits that reached each stage in the period; the other filters do not apply. A visit is a browser tab
 * that opened the landing page. Each further person who joins in the same tab is another visit. A visit counts once per
 * stage, and only after the previous stage.
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

/** All figures of the dashboard that are derived from a tally. */
export const Figures = z.object({
  period: Period,
  totalSignups: z.int(),
  soloProviders: z.int(),
  groupProviders: z.int(),
  uniqueIndustriesCount: z.int(),
  /** The sign-ups of today and the six days before: the range does not apply, the other filters do. */
  newSignupsLast7Days: z.int(),
  /** The price band with the most sign-ups, or 'N/A'. */
  topPriceRange: z.string(),
  changes: z.object({ signups: change, solo: change, group: change, industries: change }),
  sparklines: z.object({
    signups: z.array(Point),
    solo: z.array(Point),
    group: z.array(Point),
    /** The number of different industries. 'Unknown' is none. */
    industries: z.array(Point),
  }),
  timeline: Timeline,
  /** Most frequent first; ties in the order of the questionnaire. Choices that nobody made are left out. */
  industries: z.array(ChartItem),
  problems: z.array(ChartItem),
  goals: z.array(ChartItem),
  /** The ranked choices of each question that the owner added, in the order of the questions. */
  choices: z.array(z.object({ question: z.string(), items: z.array(ChartItem) })),
  /** Always both 'Solo Provider' and 'Group Practice'. 'Unknown' is last, and only there if it has sign-ups. */
  providers: z.array(ChartItem),
  /** Always all price bands, cheapest first. 'Unknown' is last, and only there if it has sign-ups. */
  prices: z.array(ChartItem),
  /** Always both 'Referral' and 'Direct'. */
  origins: z.array(ChartItem),
  /** The ten most frequent sources in links. */
  sources: z.array(ChartItem),
  /** The tally from which the figures are derived. `addEntries` adds further entries to the tally. */
  tally: Tally,
})
export type Figures = z.infer<typeof Figures>

/**
 * The numbers of doubtful and of rejected people in the figures. A doubtful person who is rejected counts as rejected.
 */
export const Questionable = z.object({ doubtful: z.int(), rejected: z.int() })
export type Questionable = z.infer<typeof Questionable>

/**
 * `joins`: the number of joins that the figures do not include yet. `seconds`: the age of the oldest of these joins.
 * `missing`: the number of people who are missing in lists and figures, because counting them failed.
 */
export const Uncounted = z.object({ joins: z.int(), seconds: z.int(), missing: z.int() })
export type Uncounted = z.infer<typeof Uncounted>

/** What the owner's home shows beside the figures of the last 30 days. */
export const Overview = z.object({
  waiting: z.int(),
  invited: z.int(),
  admitted: z.int(),
  /** Visits of the landing page in the last 30 days by the source in their link, in lower case; without one, ''. */
  visits: z.array(z.object({ source: z.string(), visits: z.int() })),
})
export type Overview = z.infer<typeof Overview>

/** The answer of `GET /api/admin/summary`, whose query is `Filters`. */
export const Summary = z.extend(Figures, { funnel: Funnel, questionable: Questionable, uncounted: Uncounted })
export type Summary = z.infer<typeof Summary>
