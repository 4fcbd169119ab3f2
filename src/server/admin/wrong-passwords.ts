import { AppError } from '../errors.ts'

const MOST = 5
const WINDOW_MS = 60_000

/** Wrong passwords of the last minute, by source: a visitor's address or a recognised browser. */
export type WrongPasswords = {
  /** After five wrong passwords within a minute, throws an AppError that says how long to wait. */
  refuse: (who: string) => void
  count: (who: string) => void
}

/** Uses a monotonic clock: if the system clock were set back, everybody would have to wait that much longer. */
export function createWrongPasswords(now = () => performance.now()): WrongPasswords {
  const times = new Map<string, number[]>()
  const recent = (who: string) => (times.get(who) ?? []).filter((time) => now() - time < WINDOW_MS)
  return {
    refuse(who) {
      const [first, ...others] = recent(who)
      if (first === undefined || others.length < MOST - 1) return
      throw new AppError('rate-limited', { retryAfter: Math.ceil((first + WINDOW_MS - now()) / 1000) })
    },
    count(who) {
      for (const known of times.keys()) if (recent(known).length === 0) times.delete(known)
      times.set(who, [...recent(who), now()])
    },
  }
}
