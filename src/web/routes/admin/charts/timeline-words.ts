import { several } from '../ui/words.ts'
import type { Point, Timeline } from '#shared/list/summary.ts'
import { formatDays, formatLongDay, formatMonth, isUnfinished } from '../ui/days.ts'
import { grouped } from '../../../ui/grouped.ts'

export function daysInWords({ from, to }: { from: string; to: string }): string {
  return from === to ? formatLongDay(from) : formatDays(from, to)
}

export function signUps(point: Point, today: string): string {
  const { value } = point
  return `${several(value, 'sign-up')}${isUnfinished(point, today) ? ' so far' : ''}`
}

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

export function shortDate({ from }: Point, unit: Timeline['unit']): string {
  return unit === 'month' ? formatMonth(from.slice(0, 7)) : short.format(new Date(from))
}

export function comparison(value: number, usual: number): string | null {
  const times = usual > 0 ? value / usual : 0
  return times >= 2 ? `${oneDecimal.format(times)} times the usual ${grouped(Math.round(usual))}` : null
}

const oneDecimal = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

const LINES = 4
const STEPS = [1, 2, 5]

/** The step is 1, 2 or 5 times a power of ten. */
export function ticksUpTo(largest: number): number[] {
  const rough = Math.max(largest, 1) / LINES
  const power = 10 ** Math.max(Math.floor(Math.log10(rough)), 0)
  const step = [...STEPS, 10].map((each) => each * power).find((each) => each >= rough)!
  return Array.from({ length: Math.ceil(Math.max(largest, 1) / step) + 1 }, (_, index) => index * step)
}

export function labelledOf(count: number, most: number): number[] {
  const every = Math.ceil(count / most)
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every)
}
