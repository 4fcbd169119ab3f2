import { AppError } from '../base/errors.ts'

const WINDOW_MS = 60_000

/** A source of wrong passwords: a visitor's address, a recognised browser, an account, or all strangers. */
export type Source = { name: string; most: number }

/** Wrong passwords of the last minute, by source. */
export type WrongPasswords = {
  /** Throws an AppError with the time to wait if the source had too many wrong passwords within a minute. */
  refuse: (source: Source) => void
  count: (name: string) => void
}

/** Uses a monotonic clock: if the system clock were set back, everybody would have to wait that much longer. */
export function createWrongPasswords(now = () => performance.now()): WrongPasswords {
  const times = new Map<string, number[]>()
  const recent = (name: string) => (times.get(name) ?? []).filter((time) => now() - time < WINDOW_MS)
  return {
    refuse({ name, most }) {
      const first = recent(name).at(-most)
      if (first === undefined) return
      throw new AppError('rate-limited', { retryAfter: Math.ceil((first + WINDOW_MS - now()) / 1000) })
    },
    count(name) {
      for (const known of times.keys()) if (recent(known).length === 0) times.delete(known)
      times.set(name, [...recent(name), now()])
    },
  }
}
