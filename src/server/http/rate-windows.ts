import { createHmac } from 'node:crypto'
import { ensureSecret } from '../db/settings.ts'
import { type LogFailure, startRepeating } from '../base/start-repeating.ts'
import type { Networks } from '../base/config/visitor-address.ts'
import { findRows, type Queryable } from '../db/query.ts'

export type Limit = {
  key: string
  max: number
  windowMs: number
  /** Null for a kind of key of which there are only a few. */
  from: Networks | null
}

/** Once a second, each server adds its counts that have grown to the database, and reads the others'. */
export type RateWindows = {
  /** Null, or the milliseconds until a used-up window ends; then nothing is counted. */
  take: (limits: Limit[]) => number | null
  findUsedUp: (limits: Limit[]) => number | null
  count: (limits: Limit[]) => void
  stop: () => Promise<void>
}

/** `told`: the part of `own` that the database has. `ends`: of the monotonic clock. */
type Window = { own: number; told: number; others: number; ends: number; from: Networks | null }

/** Most keys never reach a limit. */
const WORTH_TELLING = 5
const REST_MS = 1_000
const MOST_KEYS = 200_000
const KEPT_KEYS = 100_000

type Dependencies = { db: Queryable; logFailure: LogFailure }

export function createRateWindows({ db, logFailure }: Dependencies): RateWindows {
  const windows = new Map<string, Window>()
  const share = createShare(db, windows)
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
        if (!window && windows.size >= MOST_KEYS) makeRoom(windows)
        windows.set(key, { own: 1, told: 0, others: 0, ends: now + windowMs, from })
      }
    }
  }
}

/** Drops the keys of the providers with the most: each pass costs the same. A dropped key starts again at zero. */
function makeRoom(windows: Map<string, Window>) {
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
  if (windows.size > KEPT_KEYS) windows.clear()
}

function createShare(db: Queryable, windows: Map<string, Window>) {
  let secret: string | undefined
  return async () => {
    const now = performance.now()
    for (const [key, { ends }] of windows) if (ends <= now) windows.delete(key)
    const telling = [...windows].filter(([, { own, told }]) => own >= WORTH_TELLING && own > told)
    if (telling.length === 0) return
    secret ??= await ensureSecret(db, 'rate_key')
    const byHash = new Map(
      telling.map(([key, window]) => [hashOf(key, secret!), { window, added: window.own - window.told }]),
    )
    const counts = [...byHash].map(([key, { window, added }]) => ({ key, added, ms: window.ends - now }))
    for (const { key, total, ms } of await addCounts(db, counts)) {
      const { window, added } = byHash.get(key)!
      window.told += added
      window.others = Math.max(0, total - window.told)
      window.ends = Math.max(window.ends, now + ms)
    }
    await dropCounts(db)
  }
}

/** The database must hold no IP addresses, not even for a minute. */
function hashOf(key: string, secret: string): string {
  return createHmac('sha256', secret).update(key).digest('base64url').slice(0, 22)
}

type Added = { key: string; added: number; ms: number }
type Total = { key: string; total: number; ms: number }

function addCounts(db: Queryable, counts: Added[]) {
  return findRows<Total>(
    db,
    `insert into rate_counts as r (key, count, ends_at)
     select key, added, now() + ms * interval '1 millisecond'
     from json_to_recordset($1) as t (key text, added integer, ms float8) order by key
     on conflict (key) do update set
       count = case when r.ends_at > now() then r.count + excluded.count else excluded.count end,
       ends_at = case when r.ends_at > now() then r.ends_at else excluded.ends_at end
     returning key, count as total, (extract(epoch from ends_at - now()) * 1000)::float8 as ms`,
    [JSON.stringify(counts)],
  )
}

async function dropCounts(db: Queryable): Promise<void> {
  await db.query('delete from rate_counts where ends_at < now()')
}
