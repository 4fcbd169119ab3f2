import { createHmac } from 'node:crypto'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { ensureSecret } from '../db/secrets.ts'
import type { Queryable } from '../db/pool.ts'
import { addCounts, dropCounts } from './rate-queries.ts'

/**
 * Counts what each key did in a window of time, which begins with the first request. No key is forgotten before its
 * window ends, so nobody flushes a count by using many addresses. All servers on the database count together: each tells
 * it once a second what it counted, and learns what the others did.
 */
export type RateWindows = {
  /** Counts one more. Returns the count so far, and the milliseconds until the window ends. */
  count: (key: string, windowMs: number) => { current: number; ttl: number }
  /** The plugin's store, on the same counts. */
  store: FastifyRateLimitStoreCtor
  stop: () => Promise<void>
}

/** `told`: what the database knows of this server's own count. `ends` is by a clock that nobody can set. */
type Window = { own: number; told: number; others: number; ends: number }

/** Fewer requests than this come near no limit, and are not worth a row. */
const WORTH_TELLING = 5
const REST_MS = 1_000
/** Beyond so many keys at once, the others share a count: a flood takes no more memory than this. */
const MOST_KEYS = 200_000
const OTHERS = 'others'

type Dependencies = { db: Queryable; onError: (error: Error) => void }

export function createRateWindows({ db, onError }: Dependencies): RateWindows {
  const windows = new Map<string, Window>()
  let secret: string | undefined
  let running = Promise.resolve()
  const timer = setInterval(() => (running = running.then(share).catch(onError)), REST_MS).unref()

  return {
    count,
    store: storeOf(count),
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }

  function count(asked: string, windowMs: number) {
    const now = performance.now()
    const key = windows.has(asked) || windows.size < MOST_KEYS ? asked : OTHERS
    const known = windows.get(key)
    const window = known && known.ends > now ? known : { own: 0, told: 0, others: 0, ends: now + windowMs }
    window.own += 1
    windows.set(key, window)
    return { current: window.own + window.others, ttl: window.ends - now }
  }

  async function share() {
    const now = performance.now()
    for (const [key, { ends }] of windows) if (ends <= now) windows.delete(key)
    const telling = [...windows].filter(([, { own, told }]) => own >= WORTH_TELLING && own > told)
    if (telling.length === 0) return
    secret ??= await ensureSecret(db, 'rate_key')
    const byHash = new Map(telling.map(([key, window]) => [hashOf(key, secret!), window]))
    const counts = [...byHash].map(([key, window]) => {
      const added = window.own - window.told
      window.told = window.own
      return { key, added, ms: window.ends - now }
    })
    for (const { key, total, ms } of await addCounts(db, counts)) {
      const window = byHash.get(key)!
      window.others = Math.max(0, total - window.told)
      window.ends = Math.max(window.ends, now + ms)
    }
    await dropCounts(db)
  }
}

/** The database holds no addresses, not even for a minute. */
function hashOf(key: string, secret: string): string {
  return createHmac('sha256', secret).update(key).digest('base64url').slice(0, 22)
}

function storeOf(count: RateWindows['count']): FastifyRateLimitStoreCtor {
  class Store implements FastifyRateLimitStore {
    readonly #route: string

    constructor(route = '') {
      this.#route = route
    }

    incr: FastifyRateLimitStore['incr'] = (key, callback, timeWindow) =>
      callback(null, count(`${this.#route} ${key}`, timeWindow))

    /** The plugin passes the route in a field that its types lack. */
    child(options: object) {
      const { routeInfo } = options as { routeInfo: { method: string | string[]; url: string } }
      return new Store(`${String(routeInfo.method)} ${routeInfo.url}`)
    }
  }
  return Store as unknown as FastifyRateLimitStoreCtor
}
