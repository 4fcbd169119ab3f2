import { countedQuestions, fromChoiceKey, isChoiceQuestion, offeredBy, type Question } from '../site/questions.ts'
import { compareText, type Counts } from '../values/counts.ts'
import { addDays, daysFrom } from '../values/days.ts'
import { offered, priceNames, UNKNOWN } from '../site/offered.ts'
import type { Filters } from './filters.ts'
import { percentOf } from '../values/numbers.ts'
import type { Period } from './period.ts'
import type { ChartItem, Figures, Point } from './summary.ts'
import { limitsOf, timelineOf } from './timeline.ts'
import {
  addHeadcounts,
  addTallies,
  type Countable,
  emptyHeadcount,
  type Headcount,
  type Tally,
  tallyEntries,
} from './tally.ts'

const MOST_SOURCES = 10
/** Days; beyond, a sparkline has a point per week. */
const MOST_DAILY_POINTS = 90
const WEEK = 7

export function summarize(tally: Tally, period: Period): Figures {
  const all = tally.days.reduce<Headcount>(addHeadcounts, emptyHeadcount())
  const ranked = (counts: Counts, offered: readonly string[]) => rank(toItems(counts, all.signups), offered)
  const prices = priceItems(tally.prices, all.signups)
  return {
    period,
    totalSignups: all.signups,
    soloProviders: all.solo,
    groupProviders: all.group,
    uniqueIndustriesCount: distinct(all),
    newSignupsLast7Days: tally.last_seven_days,
    topPriceRange: rank(prices, priceNames())[0]?.name ?? 'N/A',
    changes: changesOf(all, tally.previous),
    sparklines: sparklinesOf(tally, period),
    timeline: timelineOf(tally, period),
    industries: ranked(all.industries, offered('job_industry')),
    problems: ranked(tally.problems, offered('problems')),
    goals: ranked(tally.goals, offered('goals')),
    choices: countedQuestions().map((question) => ({
      question: question.name,
      items: choiceItems(question, countsOf(tally.choices, question.name), all.signups),
    })),
    providers: providerItems(all),
    prices,
    origins: [item('Referral', tally.referred, all.signups), item('Direct', all.signups - tally.referred, all.signups)],
    sources: ranked(tally.sources, []).slice(0, MOST_SOURCES),
    tally,
  }
}

/** 'Unknown' is only there if it has sign-ups: an import may leave this answer out. */
function providerItems({ signups, solo, group }: Headcount): ChartItem[] {
  const unknown = signups - solo - group
  return [
    item('Solo Provider', solo, signups),
    item('Group Practice', group, signups),
    ...(unknown > 0 ? [item(UNKNOWN, unknown, signups)] : []),
  ]
}

export function summarizeEntries(
  entries: readonly Countable[],
  question: { filters: Partial<Filters>; period: Period; now: Date },
): Figures {
  return summarize(tallyEntries(entries, question), question.period)
}

export function addEntries<Known extends Figures>(
  known: Known,
  entries: readonly Countable[],
  { filters, now }: { filters: Partial<Filters>; now: Date },
): Known {
  const { period } = known
  return { ...known, ...summarize(addTallies(known.tally, tallyEntries(entries, { filters, period, now })), period) }
}

function countsOf(choices: Counts, question: string): Counts {
  const counts = [...choices].map(([key, count]) => ({ ...fromChoiceKey(key), count }))
  return new Map(counts.filter((each) => each.question === question).map(({ choice, count }) => [choice, count]))
}

function item(name: string, value: number, total: number): ChartItem {
  return { name, value, percentage: percentOf(value, total) }
}

function toItems(counts: Counts, total: number): ChartItem[] {
  return [...counts].map(([name, count]) => item(name, count, total))
}

function rank(items: ChartItem[], offered: readonly string[]): ChartItem[] {
  const placeOf = ({ name }: ChartItem) => (offered.includes(name) ? offered.indexOf(name) : offered.length)
  return items
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value || placeOf(a) - placeOf(b) || compareText(a.name, b.name))
}

/** Numbers and dates in their own order. */
function choiceItems(question: Question, counts: Counts, total: number): ChartItem[] {
  const offered = offeredBy(question).map(({ value }) => value)
  const items = rank(toItems(counts, total), offered)
  if (isChoiceQuestion(question)) return items
  const compare = new Intl.Collator('en', { numeric: true }).compare
  return items.sort((a, b) => offered.indexOf(a.name) - offered.indexOf(b.name) || compare(a.name, b.name))
}

function priceItems(counts: Counts, total: number): ChartItem[] {
  const known = priceNames().map((name) => item(name, counts.get(name) ?? 0, total))
  const others = [...counts].filter(([name]) => !priceNames().includes(name))
  const unknown = others.reduce((sum, [, count]) => sum + count, 0)
  return unknown > 0 ? [...known, item(UNKNOWN, unknown, total)] : known
}

function changesOf(now: Headcount, before: Headcount | null): Figures['changes'] {
  const change = (count: (head: Headcount) => number) => {
    const was = before ? count(before) : 0
    const grown = count(now) - was
    return was === 0 ? null : Math.sign(grown) * percentOf(Math.abs(grown), was)
  }
  return {
    signups: change(({ signups }) => signups),
    solo: change(({ solo }) => solo),
    group: change(({ group }) => group),
    industries: change(distinct),
  }
}

function distinct({ industries }: Headcount): number {
  return [...industries].filter(([name, count]) => count > 0 && name !== UNKNOWN).length
}

function sparklinesOf(tally: Tally, period: Period): Figures['sparklines'] {
  const spans = spansOf(tally, period)
  const heads = spans.map(() => emptyHeadcount())
  let index = 0
  for (const { day, ...head } of tally.days) {
    while (spans[index] && day > spans[index]!.to) index += 1
    if (spans[index]) heads[index] = addHeadcounts(heads[index]!, head)
  }
  const points = (value: (head: Headcount) => number): Point[] =>
    spans.map((span, at) => ({ ...span, value: value(heads[at]!) }))
  return {
    signups: points(({ signups }) => signups),
    solo: points(({ solo }) => solo),
    group: points(({ group }) => group),
    industries: points(distinct),
  }
}

function spansOf({ days }: Tally, period: Period): { from: string; to: string }[] {
  const { first, last } = limitsOf(days, period)
  const width = daysFrom(first, last) < MOST_DAILY_POINTS ? 1 : WEEK
  const spans = []
  for (let end = last; end >= first; end = addDays(end, -width)) {
    const start = addDays(end, 1 - width)
    spans.unshift({ from: start < first ? first : start, to: end })
  }
  return spans
}
