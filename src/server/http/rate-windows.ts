import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'

/** Beyond this many addresses, the one that was quiet the longest is forgotten. */
const MOST_ADDRESSES = 5_000

/**
 * Counts the requests of each address in windows of time. The plugin's own store compares times of day, so that a clock
 * that is set back would extend every window. This one uses a clock that nobody can set.
 */
class RateWindows implements FastifyRateLimitStore {
  readonly #windows = new Map<string, { count: number; began: number }>()

  incr: FastifyRateLimitStore['incr'] = (key, callback, timeWindow) => {
    const now = performance.now()
    const known = this.#windows.get(key)
    const window = known && known.began + timeWindow > now ? known : { count: 0, began: now }
    window.count += 1
    this.#windows.delete(key)
    this.#windows.set(key, window)
    if (this.#windows.size > MOST_ADDRESSES) this.#windows.delete(this.#windows.keys().next().value!)
    callback(null, { current: window.count, ttl: window.began + timeWindow - now })
  }

  child() {
    return new RateWindows()
  }
}

export const rateWindows = RateWindows as unknown as FastifyRateLimitStoreCtor
