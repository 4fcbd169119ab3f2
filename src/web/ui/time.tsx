import { Hint } from './text.tsx'
import { createContext, useContext, useSyncExternalStore } from 'react'

const HALF_DAY_MS = 12 * 3_600_000

/** `ago`: the age. `at`: a time to come, with its zone. */
type MomentProps = { date: string; as?: TimeStyle | 'ago' | 'at' }

export function Moment({ date, as = 'ago' }: MomentProps) {
  if (as === 'ago') return <Ago date={date} />
  return as === 'at' ? <At date={date} /> : <Absolute date={date} as={as} />
}

function Ago({ date }: { date: string }) {
  const now = useNow()
  const full = useOwnerTime(date, 'full')
  return (
    <Hint text={full}>
      <time dateTime={date}>
        {agoOf(date, now)} ago<span className="sr-only">, {full}</span>
      </time>
    </Hint>
  )
}

/** Without the day while less than twelve hours away. */
function At({ date }: { date: string }) {
  const isNear = Math.abs(Date.parse(date) - useNow()) < HALF_DAY_MS
  return <time dateTime={date}>{useNamedTime(date, isNear ? 'time' : 'medium')}</time>
}

function Absolute({ date, as }: { date: string; as: TimeStyle }) {
  return <time dateTime={date}>{useOwnerTime(date, as)}</time>
}

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

let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** In milliseconds, every half minute for all at once. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    tick()
    timer = setInterval(tick, 30_000)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const STEPS = [
  { unit: 'year', length: 365.25 * DAY },
  { unit: 'month', length: 30.4375 * DAY },
  { unit: 'day', length: DAY },
  { unit: 'hour', length: HOUR },
  { unit: 'minute', length: MINUTE },
] as const

/** As '3 days'. A future date gives 'less than a minute'. */
export function agoOf(date: string, now: number): string {
  const elapsed = now - Date.parse(date)
  const step = STEPS.find(({ length }) => elapsed >= length)
  if (!step) return 'less than a minute'
  const count = Math.floor(elapsed / step.length)
  return `${count} ${step.unit}${count === 1 ? '' : 's'}`
}
