import { AppError } from '../errors.ts'

const MOST = 5
const WINDOW_MS = 60_000

/** Attempts to sign in, by address. Right ones are free. */
export type WrongPasswords = {
  /** Throws an AppError that says how long to wait after five wrong ones within a minute. Else counts one more. */
  attempt: (address: string) => void
  /** Takes back what `attempt` counted last: the password was right. */
  forgive: (address: string) => void
}

/** An attempt counts from its beginning, so that many at once are no way around the limit. */
export function createWrongPasswords(now = Date.now): WrongPasswords {
  const attempts = new Map<string, number[]>()
  const recent = (address: string) => (attempts.get(address) ?? []).filter((time) => now() - time < WINDOW_MS)
  return {
    attempt(address) {
      for (const known of attempts.keys()) if (recent(known).length === 0) attempts.delete(known)
      const times = recent(address)
      if (times.length >= MOST) {
        throw new AppError('rate-limited', { retryAfter: Math.ceil((times[0]! + WINDOW_MS - now()) / 1000) })
      }
      attempts.set(address, [...times, now()])
    },
    forgive(address) {
      attempts.set(address, recent(address).slice(0, -1))
    },
  }
}
