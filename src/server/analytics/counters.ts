import type pg from 'pg'
import { paths } from '#shared/site/paths.ts'
import type { EventRequest } from '#shared/joining/analytics-event.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { startRepeating } from '../base/start-repeating.ts'
import { addCounts, type Count, foldCounts } from './queries.ts'

export type Counters = {
  count: (event: EventRequest) => void
  flush: () => Promise<void>
  stop: () => Promise<void>
}

type Dependencies = { pool: pg.Pool; logFailure: LogFailure; now?: () => number; flushMs?: number }

/** A crash loses the counts since the last write. */
const FLUSH_MS = 5_000
const BUCKET_MS = 15 * 60_000
/** A server of an older version may have left hundreds of thousands. */
const MOST_FOLDED = 10_000
const FAILURE = 'the counts of events could not be written'

/** Anybody can invent a source. Beyond this many in one bucket, further sources share one count. */
const SOURCES_PER_BUCKET = 50
const LONGEST_SOURCE = 60
const OTHER = 'other'

const { api: _, ...pages } = paths
const KNOWN_PAGES = new Set<string>(Object.values(pages).filter((path) => typeof path === 'string'))

/** In memory: a crowd costs the database one statement every few seconds. */
export function createCounters({ pool, logFailure, now = Date.now, flushMs = FLUSH_MS }: Dependencies): Counters {
  let buffer = new Map<string, Count>()
  let sources = { bucket: 0, seen: new Set<string>() }
  let foldedUntil = 0
  let writing: Promise<void> = Promise.resolve()
  const step = () => flush().then(fold)
  const flushing = startRepeating({ step, restMs: flushMs, failure: FAILURE, logFailure })

  function count(event: EventRequest) {
    const bucket = currentBucket()
    add(buffer, {
      bucket: new Date(bucket),
      event: event.name,
      detail: detailOf(event),
      utm_source: sourceOf(event, bucket),
      count: 1,
    })
  }

  function currentBucket(): number {
    return Math.floor(now() / BUCKET_MS) * BUCKET_MS
  }

  function sourceOf({ utm_source }: EventRequest, bucket: number): string {
    const source = (utm_source ?? '').toLowerCase().slice(0, LONGEST_SOURCE).toWellFormed()
    if (sources.bucket !== bucket) sources = { bucket, seen: new Set() }
    if (sources.seen.size >= SOURCES_PER_BUCKET && !sources.seen.has(source)) return source && OTHER
    sources.seen.add(source)
    return source
  }

  function flush(): Promise<void> {
    return (writing = writing.then(write))
  }

  async function write() {
    const counts = [...buffer.values()]
    buffer = new Map()
    try {
      await addCounts(pool, counts)
    } catch (error) {
      logFailure(FAILURE, error)
      for (const count of counts) add(buffer, count)
    }
  }

  async function fold() {
    const bucket = currentBucket()
    if (bucket === foldedUntil) return
    const folded = await foldCounts(pool, { before: new Date(bucket), limit: MOST_FOLDED })
    if (folded < MOST_FOLDED) foldedUntil = bucket
  }

  return {
    count,
    flush,
    stop: async () => {
      await flushing.stop()
      await flush()
    },
  }
}

function add(buffer: Map<string, Count>, { count, ...what }: Count) {
  const key = JSON.stringify(what)
  const known = buffer.get(key)
  if (known) known.count += count
  else buffer.set(key, { ...what, count })
}

function detailOf(event: EventRequest): string {
  switch (event.name) {
    case 'page_view':
      return KNOWN_PAGES.has(event.path) ? event.path : OTHER
    case 'form_step_complete':
      return event.step_name
    case 'waitlist_submission':
      return event.has_referral ? 'referral' : 'direct'
    case 'share':
      return event.method
    case 'referral_used':
      return ''
  }
}
