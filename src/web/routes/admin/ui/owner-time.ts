import { createContext, useContext } from 'react'

const STYLES = {
  full: { dateStyle: 'full', timeStyle: 'short' },
  medium: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  clock: { timeStyle: 'medium' },
} as const

const Zone = createContext<string | undefined>(undefined)

/**
 * Provides the owner's time zone, whose days the figures count, to everything that shows times. Defaults to the
 * browser's.
 */
export const OwnerZone = Zone.Provider

/** An instant in the owner's time zone. */
export function useOwnerTime(date: string, style: keyof typeof STYLES): string {
  return formatOf(style, useContext(Zone)).format(new Date(date))
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a format takes a hundred times as long as using it. */
function formatOf(style: keyof typeof STYLES, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...STYLES[style], timeZone })
  formats.set(key, format)
  return format
}
