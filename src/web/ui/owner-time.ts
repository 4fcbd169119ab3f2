import { createContext, useContext } from 'react'

const STYLES = {
  full: { dateStyle: 'full', timeStyle: 'short' },
  medium: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  clock: { timeStyle: 'medium' },
} as const

export type TimeStyle = keyof typeof STYLES

const Zone = createContext<string | undefined>(undefined)

/** The figures are counted by days in this zone. Defaults to the browser's. */
export const OwnerZone = Zone.Provider

export function useOwnerTime(date: string, style: TimeStyle): string {
  return formatOf(style, useContext(Zone)).format(new Date(date))
}

export function useOwnerZone(): string {
  return useContext(Zone) ?? LOCAL
}

/** '3 Feb 2026, 09:00 London time (3 Feb 2026, 04:00 here)'. */
export function useNamedTime(date: string, style: TimeStyle): string {
  return namedTime(date, style, useOwnerZone())
}

export function namedTime(date: string, style: TimeStyle, timeZone: string): string {
  const [owners, local] = [timeZone, LOCAL].map((zone) => formatOf(style, zone).format(new Date(date)))
  return `${owners} ${nameOfZone(timeZone)}${local === owners ? '' : ` (${local} here)`}`
}

/** 'America/New_York' becomes 'New York time'. */
export function nameOfZone(timeZone: string): string {
  const place = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return /^(UTC|GMT|Z$)/.test(place) ? place : `${place} time`
}

const LOCAL = Intl.DateTimeFormat().resolvedOptions().timeZone

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a format takes a hundred times as long as using it. */
function formatOf(style: TimeStyle, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...STYLES[style], timeZone })
  formats.set(key, format)
  return format
}
