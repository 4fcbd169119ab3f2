import type { Point, Timeline } from '#shared/list/summary.ts'
import { grouped } from '../../../../ui/grouped.ts'
import { formatDays, formatLongDay, formatMonth, isUnfinished } from '../../date-range/calendar.ts'

type Unit = Timeline['unit']
type Days = { from: string; to: string }

/** The days of a point or of a range of points, such as 'Saturday 3 May 2025' or '3 – 9 May 2025'. */
export function daysInWords({ from, to }: Days): string {
  return from === to ? formatLongDay(from) : formatDays(from, to)
}

export function signUps(point: Point, today: string): string {
  const { value } = point
  return `${grouped(value)} ${value === 1 ? 'sign-up' : 'sign-ups'}${isUnfinished(point, today) ? ' so far' : ''}`
}

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A date below the chart, such as '3 May' or 'May 2025'. */
export function shortDate({ from }: Point, unit: Unit): string {
  return unit === 'month' ? formatMonth(from.slice(0, 7)) : short.format(new Date(from))
}

/** For example '3.5 times the usual 12'; null for less than twice the usual number. */
export function comparison(value: number, usual: number): string | null {
  const times = usual > 0 ? value / usual : 0
  return times >= 2 ? `${oneDecimal.format(times)} times the usual ${grouped(Math.round(usual))}` : null
}

const oneDecimal = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
