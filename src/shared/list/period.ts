import * as z from 'zod/mini'
import { addDays, Day, dayOf, daysFrom } from '../values/days.ts'
import type { Filters } from './filters.ts'

/** A range of days, both ends included. Null means no limit on that side. */
export type Days = { from: string | null; to: string | null }

/** The days that a figure covers. Null means no limit on that side. */
export const Period = z.object({
  from: z.nullable(Day),
  to: z.nullable(Day),
  /** In the owner's time zone, like all days. */
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

/** The previous period of equal length; null if the period has no beginning. */
export function periodBefore({ from, to }: Period): { from: string; to: string } | null {
  if (from === null || to === null) return null
  return { from: addDays(from, -1 - daysFrom(from, to)), to: addDays(from, -1) }
}

/** The days that the dashboard's figure 'New sign-ups (7d)' counts: today and the six days before. */
export function lastSevenDays({ today }: Period): { from: string; to: string } {
  return { from: addDays(today, -6), to: today }
}

export function isWithin(day: string, { from, to }: Days): boolean {
  return (from === null || day >= from) && (to === null || day <= to)
}
