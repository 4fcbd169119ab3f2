import type pg from 'pg'
import { addDays, startOfDay } from '#shared/days.ts'
import type { Filters } from '#shared/filters.ts'
import { type Period, periodOf } from '#shared/period.ts'
import { summarize } from '#shared/summarize.ts'
import type { Summary } from '#shared/summary.ts'
import { readFunnel } from '../analytics/read-funnel.ts'
import { readCalendar } from './read-calendar.ts'
import { readTally } from './read-tally.ts'

/** Reads every figure of the dashboard. */
export async function readSummary(pool: pg.Pool, filters: Filters, now: Date): Promise<Summary> {
  const { timeZone, slots } = await readCalendar(pool)
  const period = periodOf(filters, { now, timeZone })
  const [tally, funnel] = await Promise.all([
    readTally(pool, { filters, period }, slots),
    readFunnel(pool, instantsOf(period)),
  ])
  return { ...summarize(tally, period), funnel }
}

/** From the first moment of a period until the first moment after it. */
function instantsOf({ from, to, time_zone }: Period): { from: Date; to: Date } {
  return {
    from: from === null ? new Date(0) : startOfDay(from, time_zone),
    to: to === null ? new Date(Date.UTC(3000, 0)) : startOfDay(addDays(to, 1), time_zone),
  }
}
