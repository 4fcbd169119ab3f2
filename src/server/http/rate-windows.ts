import { createHmac } from 'node:crypto'
import { ensureSecret } from '../db/secrets.ts'
import type { Queryable } from '../db/pool.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { startRepeating } from '../base/start-repeating.ts'
import { addCounts, dropCounts } from './rate-queries.ts'
import type { Networks } from '../config/visitor-address.ts'

/** How often something may happen in a window of time. */
export type Limit = {
  key: string
  max: number
  windowMs: number
  /** The networks of the visitor whom this key counts, who may have many addresses; null for keys that are few. */
  from: Networks | null
}

/**
 * Counts what each key did in a window of time, which begins with the first request. All servers on the database count
 * together: each tells it once a second what it counted, and learns what the others did.
 */
export type RateWindows = {
  /**
   * Counts one more for each of these, unless one of them is used up. Then it counts nothing, so that a request that is
   * refused takes nobody's place, and returns the milliseconds until that window ends; otherwise null.
   */
  take: (limits: Limit[]) => number | null
  /** The milliseconds until the first window ends that is used up; null if none is. */
  findUsedUp: (limits: Limit[]) => number | null
  count: (limits: Limit[]) => void
  stop: () => Promise<void>
}

/** `told`: what the database knows of this server's own count. `ends` is by a clock that nobody can set. */
type Window = { own: number; told: number; others: number; ends: number; from: Networks | null }

/** Fewer requests than this come near no limit, and are not worth a row. */
const WORTH_TELLING = 5
const REST_MS = 1_000
/** A flood takes no more memory than this. Beyond it, see `makeRoom`. */
const MOST_KEYS = 200_000
const KEPT_KEYS = 100_000

type Dependencies = { db: Queryable; logFailure: LogFailure }

export function createRateWindows({ db, logFailure }: Dependencies): RateWindows {
  const windows = new Map<string, Window>()
  let secret: string | undefined
  const failure = 'the counts of limits could not be shared'
  const sharing = startRepeating({ step: share, restMs: REST_MS, failure, logFailure })

  return {
    take(limits) {
      const wait = findUsedUp(limits)
      if (wait === null) count(limits)
      return wait
    },
    findUsedUp,
    count,
    stop: sharing.stop,
  }

  function findUsedUp(limits: Limit[]): number | null {
    const now = performance.now()
    for (const { key, max } of limits) {
      const window = windows.get(key)
      if (window && window.own + window.others >= max && window.ends > now) return window.ends - now
    }
    return null
  }

  function count(limits: Limit[]) {
    const now = performance.now()
    for (const { key, windowMs, from } of limits) {
      const window = windows.get(key)
      if (window && window.ends > now) window.own += 1
      else {
        if (!window && windows.size >= MOST_KEYS) makeRoom()
        windows.set(key, { own: 1, told: 0, others: 0, ends: now + windowMs, from })
      }
    }
  }

  /**
   * Drops the counts of the providers whose visitors have most of them, many at once, because each time costs as much. A
   * dropped count begins anew, so nobody is refused for want of room, and the count of the provider itself stays.
   */
  function makeRoom() {
    const sizes = new Map<string, number>()
    for (const { from } of windows.values()) if (from) sizes.set(from.provider, (sizes.get(from.provider) ?? 0) + 1)
    const dropped = new Set<string>()
    let left = windows.size
    for (const [provider, size] of [...sizes].toSorted(([, one], [, other]) => other - one)) {
      if (left <= KEPT_KEYS) break
      dropped.add(provider)
      left -= size
    }
    for (const [key, { from }] of windows) if (from && dropped.has(from.provider)) windows.delete(key)
    // Mostly counts of providers are left. No limit stops visitors from so many.
    if (windows.size > KEPT_KEYS) windows.clear()
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
