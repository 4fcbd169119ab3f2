import { AppError } from '../errors.ts'

const MOST = 5
const WINDOW_MS = 60_000

/** Attempts to sign in, by address; of an IPv6 address by its /64, all of which is one subscriber's. Right ones are free. */
export type WrongPasswords = {
  /** Throws an AppError that says how long to wait after five wrong ones within a minute. Else counts one more. */
  attempt: (ip: string) => void
  /** Takes back what `attempt` counted last: the password was right. */
  forgive: (ip: string) => void
}

/** An attempt counts from its beginning, so that many at once are no way around the limit. */
export function createWrongPasswords(now = Date.now): WrongPasswords {
  const attempts = new Map<string, number[]>()
  const recent = (address: string) => (attempts.get(address) ?? []).filter((time) => now() - time < WINDOW_MS)
  return {
    attempt(ip) {
      const address = subscriberOf(ip)
      for (const known of attempts.keys()) if (recent(known).length === 0) attempts.delete(known)
      const times = recent(address)
      if (times.length >= MOST) {
        throw new AppError('rate-limited', { retryAfter: Math.ceil((times[0]! + WINDOW_MS - now()) / 1000) })
      }
      attempts.set(address, [...times, now()])
    },
    forgive(ip) {
      const address = subscriberOf(ip)
      attempts.set(address, recent(address).slice(0, -1))
    },
  }
}

/** The first four groups of an IPv6 address; another address as it is. */
function subscriberOf(ip: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  if (!ip.includes(':')) return ip
  const [head = [], tail] = ip.split('::').map((groups) => (groups === '' ? [] : groups.split(':')))
  const zeros = tail ? Array(Math.max(0, 8 - head.length - tail.length)).fill('0') : []
  const network = [...head, ...zeros, ...(tail ?? [])].slice(0, 4)
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
