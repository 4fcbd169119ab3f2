import * as z from 'zod/mini'
import { DAY_MS } from './durations.ts'

const HOUR = 60 * 60 * 1000

/** `YYYY-MM-DD` of the owner's calendar, in this century. */
export const Day = z.string().check(z.refine(isDay, 'must be a day like 2026-06-30'))

function isDay(text: string): boolean {
  return /^20\d\d-\d\d-\d\d$/.test(text) && toDay(Date.parse(text)) === text
}

export function dayOf(instant: Date, timeZone: string): string {
  return formatOf(timeZone).format(instant)
}

export function addDays(day: string, days: number): string {
  return toDay(Date.parse(day) + days * DAY_MS)
}

export function daysFrom(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

/** In some time zones a day does not begin at midnight, or midnight comes twice. */
export function startOfDay(day: string, timeZone: string): Date {
  let before = Date.parse(day) - 15 * HOUR
  let within = Date.parse(day) + 15 * HOUR
  while (within - before > 1000) {
    const middle = Math.floor((before + within) / 2000) * 1000
    if (dayOf(new Date(middle), timeZone) < day) before = middle
    else within = middle
  }
  return new Date(within)
}

function toDay(time: number): string {
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a format takes a hundred times as long as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format
}

/** `shown`: the time on the clocks in milliseconds, as if it were UTC. */
export function instantOf(shown: number, timeZone: string): Date {
  const first = shown - offsetOf(shown, timeZone)
  return new Date(shown - offsetOf(first, timeZone))
}

const timeFormats = new Map<string, Intl.DateTimeFormat>()

function offsetOf(instant: number, timeZone: string): number {
  let format = timeFormats.get(timeZone)
  if (!format) {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields })
    timeFormats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const shown = Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute)
  return shown - Math.floor(instant / 60_000) * 60_000
}
