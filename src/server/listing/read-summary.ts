import type pg from 'pg'
import { addDays, startOfDay } from '#shared/days.ts'
import type { Filters } from '#shared/filters.ts'
import { type Period, periodOf } from '#shared/period.ts'
import { summarize } from '#shared/summarize.ts'
import type { Summary } from '#shared/summary.ts'
import { readFunnel } from '../analytics/read-funnel.ts'
import type { Tally } from '#shared/tally.ts'
import { type ColumnStore, NO_COLUMNS } from './columns/column-store.ts'
import { type Calendar, readCalendar } from './read-calendar.ts'
import { readTally, toTally } from './read-tally.ts'

/** Reads every figure of the dashboard. */
export async function readSummary(
  pool: pg.Pool,
  filters: Filters,
  now: Date,
  columns: ColumnStore = NO_COLUMNS,
): Promise<Summary> {
  const calendar = await readCalendar(pool)
  columns.warmUp(calendar)
  const period = periodOf(filters, { now, timeZone: calendar.timeZone })
  const question = { filters, period, calendar }
  const [tally, funnel] = await Promise.all([tallyOf(pool, question, columns), readFunnel(pool, instantsOf(period))])
  return { ...summarize(tally, period), funnel }
}

async function tallyOf(
  pool: pg.Pool,
  question: { filters: Filters; period: Period; calendar: Calendar },
  columns: ColumnStore,
): Promise<Tally> {
  const { period, calendar } = question
  const row = await columns.count(question)
  return row ? toTally(row, period, calendar.slots) : readTally(pool, question, calendar.slots)
}

/** From the first moment of a period until the first moment after it. */
function instantsOf({ from, to, time_zone }: Period): { from: Date; to: Date } {
  return {
    from: from === null ? new Date(0) : startOfDay(from, time_zone),
    to: to === null ? new Date(Date.UTC(3000, 0)) : startOfDay(addDays(to, 1), time_zone),
  }
}
