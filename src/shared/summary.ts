import * as z from 'zod/mini'
import { Day } from './days.ts'
import { Period } from './period.ts'
import { Tally } from './tally.ts'

/** One bar, slice or line of a ranking. `percentage` is of all sign-ups shown, not rounded. */
export const ChartItem = z.object({ name: z.string(), value: z.int(), percentage: z.number() })
export type ChartItem = z.infer<typeof ChartItem>

/** A day of a sparkline, or seven where the period is beyond 90 days; both ends included. */
const Point = z.object({ from: Day, to: Day, value: z.int() })
export type Point = z.infer<typeof Point>

/** Percent against the equal period before, not rounded; null where that had none, or where there is none. */
const change = z.nullable(z.number())

/** How often each step of the way was taken in the period, whatever the other filters say. Counts, not people. */
export const Funnel = z.object({
  landing_views: z.int(),
  form_views: z.int(),
  /** Every step of the questionnaire in its order. */
  steps: z.array(z.object({ name: z.string(), completed: z.int() })),
  submissions: z.int(),
  shares: z.int(),
})
export type Funnel = z.infer<typeof Funnel>

/** Every figure of the dashboard that follows from a tally. */
export const Figures = z.object({
  period: Period,
  totalSignups: z.int(),
  soloProviders: z.int(),
  groupProviders: z.int(),
  uniqueIndustriesCount: z.int(),
  /** Of today and the six days before: the range does not matter, the other filters do. */
  newSignupsLast7Days: z.int(),
  /** The band that most chose, or 'N/A'. */
  topPriceRange: z.string(),
  changes: z.object({ signups: change, solo: change, group: change, industries: change }),
  sparklines: z.object({
    signups: z.array(Point),
    solo: z.array(Point),
    group: z.array(Point),
    /** How many different ones. */
    industries: z.array(Point),
  }),
  /** The most frequent first, ties in the order in which they are offered. Without those that nobody chose. */
  industries: z.array(ChartItem),
  problems: z.array(ChartItem),
  goals: z.array(ChartItem),
  /** The same for each further question with choices, in the order of the questions. */
  choices: z.array(z.object({ question: z.string(), items: z.array(ChartItem) })),
  /** 'Solo Provider' and 'Group Practice', always both. */
  providers: z.array(ChartItem),
  /** The bands in their order, always all; 'Unknown' last, where there are any. */
  prices: z.array(ChartItem),
  /** 'Referral' and 'Direct', always both. */
  origins: z.array(ChartItem),
  /** What links named as their source, the ten most frequent. */
  sources: z.array(ChartItem),
  /** What all this follows from; `addEntries` adds other entries to it. */
  tally: Tally,
})
export type Figures = z.infer<typeof Figures>

/** The answer of `GET /api/admin/summary`, whose query is `Filters`. */
export const Summary = z.extend(Figures, { funnel: Funnel })
export type Summary = z.infer<typeof Summary>
