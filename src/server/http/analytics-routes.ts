import { referralCodeIn } from '#shared/joining/referral-link.ts'
import { ROUTES } from '#shared/routes.ts'
import type { Context } from '../context.ts'
import { type App, route } from './route.ts'
import { paths } from '#shared/site/paths.ts'
import type { EventRequest } from '#shared/joining/analytics-event.ts'
import { type LogFailure, startRepeating } from '../base/start-repeating.ts'
import { addCounts, CODE_VISIT, type Count, foldCounts } from './counts.ts'
import type { Pool } from '../db/query.ts'

/** One visit causes about fifteen events, and everybody in a salon or a school shares one address. */
const EVENTS_PER_ADDRESS = { max: 600 }

type FindNamedCode = (text: string) => Promise<{ code: string; is_in_force: boolean } | undefined>

/** Without cookies, ids or addresses. */
export function analyticsRoutes(app: App, { pool, logFailure }: Context, findNamedCode: FindNamedCode) {
  const counters = createCounters({ pool, logFailure })
  route(
    app,
    ROUTES.countEvent,
    async ({ body, headers }) => {
      const code = isVisit(body) && URL.canParse(headers.referer ?? '') ? codeOf(headers.referer!) : null
      const named = code === null ? undefined : await findNamedCode(code)
      counters.count(body, named?.is_in_force ? named.code : undefined)
    },
    { config: { rateLimit: EVENTS_PER_ADDRESS } },
  )
  app.addHook('onClose', () => counters.stop())
}

function isVisit(event: EventRequest): boolean {
  return event.name === 'page_view' && event.path === paths.home
}

/** Of the page that sends the event. */
function codeOf(page: string): string | null {
  return referralCodeIn(new URL(page).search)
}

type Counters = {
  /** `code`: the named code that a visit opened with. */
  count: (event: EventRequest, code?: string) => void
  flush: () => Promise<void>
  stop: () => Promise<void>
}

type Dependencies = { pool: Pool; logFailure: LogFailure; now?: () => number; flushMs?: number }

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

const KNOWN_PAGES = new Set<string>(Object.values(paths))

/** In memory: a crowd costs the database one statement every few seconds. */
export function createCounters({ pool, logFailure, now = Date.now, flushMs = FLUSH_MS }: Dependencies): Counters {
  let buffer = new Map<string, Count>()
  let sources = { bucket: 0, seen: new Set<string>() }
  let foldedUntil = 0
  let writing: Promise<void> = Promise.resolve()
  const step = () => flush().then(fold)
  const flushing = startRepeating({ step, restMs: flushMs, failure: FAILURE, logFailure })

  function count(event: EventRequest, code?: string) {
    const bucket = currentBucket()
    const counted = { bucket: new Date(bucket), utm_source: sourceOf(event, bucket), count: 1 }
    add(buffer, { ...counted, event: event.name, detail: detailOf(event) })
    if (code) add(buffer, { ...counted, event: CODE_VISIT, detail: code })
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
