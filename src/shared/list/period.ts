import * as z from 'zod/mini'
import { addDays, Day, dayOf, daysFrom, startOfDay } from '../values/days.ts'
import type { Filters } from './filters.ts'

export type Days = { from: string | null; to: string | null }

export const Period = z.object({
  from: z.nullable(Day),
  to: z.nullable(Day),
  today: Day,
  time_zone: z.string(),
})
export type Period = z.infer<typeof Period>

type Clock = { now: Date; timeZone: string }

const DAYS_BY_RANGE = { '7d': 7, '30d': 30, '90d': 90 } as const

export function periodOf(
  { range, from, to }: Pick<Filters, 'range' | 'from' | 'to'>,
  { now, timeZone }: Clock,
): Period {
  const today = dayOf(now, timeZone)
  const clock = { today, time_zone: timeZone }
  if (from !== undefined || to !== undefined) {
    return { from: from ?? null, to: to ?? (from! > today ? from! : today), ...clock }
  }
  if (range === 'all') return { from: null, to: null, ...clock }
  return { from: addDays(today, 1 - DAYS_BY_RANGE[range]), to: today, ...clock }
}

export function periodBefore({ from, to }: Period): { from: string; to: string } | null {
  if (from === null || to === null) return null
  return { from: addDays(from, -1 - daysFrom(from, to)), to: addDays(from, -1) }
}

/**
 * Today is not over, so the day that it is compared with counts until the same time. Null if the whole previous period
 * counts.
 */
export function leftOutBefore(period: Period, now: Date): { from: Date; to: Date } | null {
  const before = periodBefore(period)
  const { today, time_zone } = period
  if (!before || !isWithin(today, period)) return null
  const passed = now.getTime() - startOfDay(today, time_zone).getTime()
  const sameDay = addDays(today, -1 - daysFrom(before.from, before.to))
  return {
    from: new Date(startOfDay(sameDay, time_zone).getTime() + passed),
    to: startOfDay(addDays(before.to, 1), time_zone),
  }
}

export function lastSevenDays({ today }: Period): { from: string; to: string } {
  return { from: addDays(today, -6), to: today }
}

export function isWithin(day: string, { from, to }: Days): boolean {
  return (from === null || day >= from) && (to === null || day <= to)
}
