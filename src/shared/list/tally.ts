import * as z from 'zod/mini'
import { choiceKeysOf } from '../site/questions.ts'
import { addCount, addCounts, Counts } from '../values/counts.ts'
import { dayOf } from '../values/days.ts'
import { industryOf, priceOf, sourceOf, wasReferred } from '../site/offered.ts'
import { type Filters } from './filters.ts'
import { type Filterable, passes } from './passes.ts'
import { isWithin, lastSevenDays, leftOutBefore, type Period, periodBefore } from './period.ts'

const headcount = {
  signups: z.int(),
  solo: z.int(),
  group: z.int(),
  industries: Counts,
}
const Headcount = z.object(headcount)
export type Headcount = z.infer<typeof Headcount>

/** Every figure derives from these counts. The tallies of two separate sets of entries add up. */
export const Tally = z.object({
  days: z.array(z.object({ day: z.string(), ...headcount })),
  /** Up to the same time of day as today; null if there is no previous period. */
  previous: z.nullable(Headcount),
  last_seven_days: z.int(),
  prices: Counts,
  problems: Counts,
  goals: Counts,
  choices: Counts,
  referred: z.int(),
  sources: Counts,
})
export type Tally = z.infer<typeof Tally>

export type Countable = Filterable & {
  created_at?: string | null
  date?: string | null
}

type Question = { filters: Partial<Filters>; period: Period; now: Date }

/** The first valid one of `created_at`, `date` and `now`. */
export function submittedAt({ created_at, date }: Pick<Countable, 'created_at' | 'date'>, now: Date): Date {
  const known = [created_at, date].map((text) => new Date(text ?? Number.NaN))
  return known.find((instant) => !Number.isNaN(instant.getTime())) ?? now
}

/** A property test compares the counts of the server's SQL with these. */
export function tallyEntries(entries: readonly Countable[], { filters, period, now }: Question): Tally {
  const before = periodBefore(period)
  const leftOut = leftOutBefore(period, now)
  const tally = emptyTally(before !== null)
  const byDay = new Map<string, Headcount>()
  for (const entry of entries.filter((one) => passes(one, filters))) {
    const instant = submittedAt(entry, now)
    const day = dayOf(instant, period.time_zone)
    if (isWithin(day, lastSevenDays(period))) tally.last_seven_days += 1
    if (before && isWithin(day, before) && !(leftOut && instant >= leftOut.from)) countHead(tally.previous!, entry)
    if (!isWithin(day, period)) continue

    if (!byDay.has(day)) byDay.set(day, emptyHeadcount())
    countHead(byDay.get(day)!, entry)
    countAnswers(tally, entry)
  }
  tally.days = [...byDay].map(([day, head]) => ({ day, ...head })).sort((a, b) => (a.day < b.day ? -1 : 1))
  return tally
}

export function addTallies(one: Tally, other: Tally): Tally {
  const days = new Map(one.days.map((head) => [head.day, head]))
  for (const { day, ...head } of other.days)
    days.set(day, { day, ...addHeadcounts(days.get(day) ?? emptyHeadcount(), head) })
  return {
    days: [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)),
    previous: one.previous && other.previous && addHeadcounts(one.previous, other.previous),
    last_seven_days: one.last_seven_days + other.last_seven_days,
    prices: addCounts(one.prices, other.prices),
    problems: addCounts(one.problems, other.problems),
    goals: addCounts(one.goals, other.goals),
    choices: addCounts(one.choices, other.choices),
    referred: one.referred + other.referred,
    sources: addCounts(one.sources, other.sources),
  }
}

export function addHeadcounts(one: Headcount, other: Headcount): Headcount {
  return {
    signups: one.signups + other.signups,
    solo: one.solo + other.solo,
    group: one.group + other.group,
    industries: addCounts(one.industries, other.industries),
  }
}

export function emptyHeadcount(): Headcount {
  return { signups: 0, solo: 0, group: 0, industries: new Map() }
}

function emptyTally(hasPrevious: boolean): Tally {
  return {
    days: [],
    previous: hasPrevious ? emptyHeadcount() : null,
    last_seven_days: 0,
    prices: new Map(),
    problems: new Map(),
    goals: new Map(),
    choices: new Map(),
    referred: 0,
    sources: new Map(),
  }
}

function countHead(head: Headcount, entry: Countable) {
  head.signups += 1
  if (entry.is_solo_provider === true) head.solo += 1
  if (entry.is_solo_provider === false) head.group += 1
  addCount(head.industries, industryOf(entry))
}

function countAnswers(tally: Tally, entry: Countable) {
  addCount(tally.prices, priceOf(entry.price_range))
  for (const problem of new Set(entry.problems)) addCount(tally.problems, problem)
  for (const goal of new Set(entry.goals)) addCount(tally.goals, goal)
  for (const key of choiceKeysOf(entry)) addCount(tally.choices, key)
  if (wasReferred(entry)) tally.referred += 1
  const source = sourceOf(entry.utm_source)
  if (source !== null) addCount(tally.sources, source)
}
