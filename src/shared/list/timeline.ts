import { addDays, daysFrom } from '../values/days.ts'
import type { Period } from './period.ts'
import type { Point, Timeline } from './summary.ts'
import type { Tally } from './tally.ts'

const MOST_DAYS = 92
const MOST_DAYS_IN_WEEKS = 2 * 366
const WEEK = 7

/** `times` the median and at least `least`, which avoids spikes in quiet weeks. */
const SPIKE = { times: 3, least: 5 }

export function timelineOf({ days }: Pick<Tally, 'days'>, period: Period): Timeline {
  const { first, last } = limitsOf(days, period)
  const length = daysFrom(first, last) + 1
  const unit = length <= MOST_DAYS ? 'day' : length <= MOST_DAYS_IN_WEEKS ? 'week' : 'month'
  const points: Point[] = []
  let next = 0
  for (let from = first; from <= last;) {
    const end = { day: from, week: endOfWeek(from), month: endOfMonth(from) }[unit]
    const to = end < last ? end : last
    let value = 0
    for (; next < days.length && days[next]!.day <= to; next += 1) value += days[next]!.signups
    points.push({ from, to, value })
    from = addDays(to, 1)
  }
  const most = days.reduce((best, { signups }) => Math.max(best, signups), 0)
  const busiest = most > 0 ? days.filter(({ signups }) => signups === most).at(-1)! : null
  return {
    unit,
    points,
    usual: usualOf(points, unit, period),
    busiest: busiest && { day: busiest.day, value: most },
  }
}

/** Without limits: from the first day with a sign-up until today, or the last such day if later. */
export function limitsOf(days: Tally['days'], { from, to, today }: Period): { first: string; last: string } {
  const last = to ?? [today, days.at(-1)?.day ?? today].sort().at(-1)!
  return { first: from ?? days[0]?.day ?? last, last }
}

export function isSpike(value: number, usual: number): boolean {
  return value >= SPIKE.least && value >= SPIKE.times * usual
}

function usualOf(points: Point[], unit: Timeline['unit'], { today }: Period): number {
  const whole = points.filter(
    ({ from, to }) =>
      to < today &&
      (unit === 'day' ||
        (unit === 'week' ? daysFrom(from, to) === WEEK - 1 : from.endsWith('-01') && to === endOfMonth(to))),
  )
  return medianOf((whole.length > 0 ? whole : points).map(({ value }) => value))
}

function medianOf(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

function endOfWeek(day: string): string {
  const weekday = (new Date(day).getUTCDay() + 6) % 7
  return addDays(day, WEEK - 1 - weekday)
}

function endOfMonth(day: string): string {
  const date = new Date(`${day.slice(0, 7)}-01`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return addDays(date.toISOString().slice(0, 10), -1)
}
