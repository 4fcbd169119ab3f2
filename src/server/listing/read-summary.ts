import type pg from 'pg'
import { addDays, startOfDay } from '#shared/values/days.ts'
import type { Filters } from '#shared/list/filters.ts'
import { type Period, periodOf } from '#shared/list/period.ts'
import { summarize } from '#shared/list/summarize.ts'
import type { Questionable, Summary } from '#shared/list/summary.ts'
import { readFunnel } from '../analytics/read-funnel.ts'
import type { Tally } from '#shared/list/tally.ts'
import { type ColumnStore, NO_COLUMNS } from './columns/column-store.ts'
import { readBehind } from '../events/followers.ts'
import { FOLLOWER } from './log/unread.ts'
import { createValues, matching } from './sql/conditions.ts'
import { type Calendar, readCalendar } from './sql/read-calendar.ts'
import { readTally, toTally, upToSameTime } from './sql/read-tally.ts'

export async function readSummary(
  pool: pg.Pool,
  filters: Filters,
  now: Date,
  columns: ColumnStore = NO_COLUMNS,
): Promise<Summary> {
  const calendar = await readCalendar(pool)
  columns.warmUp(calendar)
  const period = periodOf(filters, { now, timeZone: calendar.timeZone })
  const question = { filters, period, now, calendar }
  const [tally, funnel, questionable, behind] = await Promise.all([
    tallyOf(pool, question, columns),
    readFunnel(pool, instantsOf(period)),
    countQuestionable(pool, question),
    readBehind(pool, FOLLOWER),
  ])
  const uncounted = { joins: behind.joins, seconds: Math.floor(behind.age), missing: behind.set_aside }
  return { ...summarize(tally, period), funnel, questionable, uncounted }
}

async function countQuestionable(
  pool: pg.Pool,
  { filters, period }: { filters: Filters; period: Period },
): Promise<Questionable> {
  const values = createValues()
  const { from, to, time_zone } = period
  const matches = matching('entries', { filters, days: { from, to }, timeZone: time_zone }, values)
  const { rows } = await pool.query<Questionable>(
    `select count(*) filter (where not e.is_rejected)::int as doubtful, count(*) filter (where e.is_rejected)::int as rejected
     from ${matches} and (e.is_doubtful or e.is_rejected)`,
    values.list,
  )
  return rows[0]!
}

async function tallyOf(
  pool: pg.Pool,
  question: { filters: Filters; period: Period; now: Date; calendar: Calendar },
  columns: ColumnStore,
): Promise<Tally> {
  const { period, calendar } = question
  const row = await columns.count(question)
  const tally = row ? toTally(row, period, calendar.slots) : await readTally(pool, question, calendar.slots)
  return upToSameTime(pool, tally, question)
}

function instantsOf({ from, to, time_zone }: Period): { from: Date; to: Date } {
  return {
    from: from === null ? new Date(0) : startOfDay(from, time_zone),
    to: to === null ? new Date(Date.UTC(3000, 0)) : startOfDay(addDays(to, 1), time_zone),
  }
}
