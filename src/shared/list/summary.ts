import * as z from 'zod/mini'
import { Day } from '../values/days.ts'
import { Period } from './period.ts'
import { Tally } from './tally.ts'

export const ChartItem = z.object({ name: z.string(), value: z.int(), percentage: z.number() })
export type ChartItem = z.infer<typeof ChartItem>

const Point = z.object({ from: Day, to: Day, value: z.int() })
export type Point = z.infer<typeof Point>

export const Timeline = z.object({
  /** The period may cut the first and the last point short. */
  unit: z.enum(['day', 'week', 'month']),
  points: z.array(Point),
  /** The median of the points that are over and whole; of all points if there is none. */
  usual: z.number(),
  busiest: z.nullable(z.object({ day: Day, value: z.int() })),
})
export type Timeline = z.infer<typeof Timeline>

/**
 * Percent from the previous period of equal length, up to the same time of day; null if that was 0 or there is none.
 */
const change = z.nullable(z.number())

/**
 * A visit is a browser tab that opened the landing page; each further person who joins in it is another visit. It
 * counts once per stage, and only after the previous stage. Of the filters, only the period applies.
 */
export const Funnel = z.object({
  visits: z.int(),
  emails: z.int(),
  steps: z.array(z.object({ name: z.string(), completed: z.int() })),
  submissions: z.int(),
  shares: z.int(),
})
export type Funnel = z.infer<typeof Funnel>

export const Figures = z.object({
  period: Period,
  totalSignups: z.int(),
  soloProviders: z.int(),
  groupProviders: z.int(),
  uniqueIndustriesCount: z.int(),
  newSignupsLast7Days: z.int(),
  topPriceRange: z.string(),
  changes: z.object({ signups: change, solo: change, group: change, industries: change }),
  sparklines: z.object({
    signups: z.array(Point),
    solo: z.array(Point),
    group: z.array(Point),
    industries: z.array(Point),
  }),
  timeline: Timeline,
  industries: z.array(ChartItem),
  problems: z.array(ChartItem),
  goals: z.array(ChartItem),
  choices: z.array(z.object({ question: z.string(), items: z.array(ChartItem) })),
  /** Always both, 'Unknown' last and only with sign-ups. */
  providers: z.array(ChartItem),
  prices: z.array(ChartItem),
  origins: z.array(ChartItem),
  sources: z.array(ChartItem),
  tally: Tally,
})
export type Figures = z.infer<typeof Figures>

/** A doubtful person who is rejected counts as rejected. */
export const Questionable = z.object({ doubtful: z.int(), rejected: z.int() })
export type Questionable = z.infer<typeof Questionable>

/** `joins`: not included in the figures yet. `seconds`: the age of the oldest. `missing`: counting them failed. */
export const Uncounted = z.object({ joins: z.int(), seconds: z.int(), missing: z.int() })
export type Uncounted = z.infer<typeof Uncounted>

export const Overview = z.object({
  waiting: z.int(),
  invited: z.int(),
  admitted: z.int(),
  visits: z.array(z.object({ source: z.string(), visits: z.int() })),
})
export type Overview = z.infer<typeof Overview>

export const Summary = z.extend(Figures, {
  funnel: Funnel,
  questionable: Questionable,
  uncounted: Uncounted,
  /** By their codes. None if the site has only one. */
  languages: z.array(ChartItem),
})
export type Summary = z.infer<typeof Summary>
