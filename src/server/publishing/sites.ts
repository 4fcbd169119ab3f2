import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { setSite, type SiteDocument, sourceSite } from '#shared/site/site.ts'
import type { ShownSite, ShownSites } from '../http/pages.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating } from '../base/start-repeating.ts'
import * as queries from './queries.ts'
import { publishFile } from './publish-file.ts'
import { createShelf, type Held, type Shelf, type Wanted } from './shelf.ts'

type Prepare = (version: ShownSite) => Promise<void>
type Dependencies = {
  pool: pg.Pool
  dist: string
  dataDir: string
  /** The file that holds the site; null if the dashboard changes the site. */
  file: string | null
  logFailure: LogFailure
}

const EACH_MS = 1_000

export type Sites = {
  shown: ShownSites
  /** Draws the pages of a document, to see whether they can be drawn. */
  rehearse: (document: SiteDocument) => Promise<void>
  /** A page or a mail of a document, without scripts. The files of its pages are served until the next preview. */
  preview: (document: SiteDocument, wanted: Wanted) => Promise<string>
  /** Checks for a newly published version now, instead of at the next poll. */
  step: () => Promise<void>
  start: () => Repeating
}

/** Stands in for the sites in a program that shows no pages. */
export const NO_SITES: Omit<Sites, 'shown' | 'start'> = {
  rehearse: async () => {},
  preview: async () => '',
  step: async () => {},
}

/**
 * Follows the published versions on this server. It keeps the files of all versions that open pages may show, and shows
 * the newest version once every server with a lease has its files. When this resolves, the live version is shown.
 */
export async function openSites({ pool, dist, dataDir, file, logFailure }: Dependencies): Promise<Sites> {
  const shelf = createShelf({ pool, dist, folder: join(dataDir, 'sites') })
  const { held, hold, forget, fileOf, rehearse, preview } = shelf
  const { version, beforeNext, show } = createShowing(shelf)
  const lease = createLease(pool, held)
  await queries.insertFirst(pool, sourceSite)
  if (file !== null) await publishFile(pool, file)

  async function step() {
    const { newest, kept } = await lease.renew()
    if (!held.has(newest)) {
      await tryToHold(newest, { hold, lease, logFailure })
      await lease.renew()
    }
    if (held.has(newest) && newest > lease.live && (await queries.goLive(pool, newest))) lease.live = newest
    if (lease.live !== version().number) await show(lease.live)
    for (const number of kept.toReversed()) if (!held.has(number) && number < newest) await hold(number)
    for (const number of held.keys()) if (number < lease.live && !kept.includes(number)) await forget(number)
  }

  await show((await lease.renew()).live)
  return {
    shown: {
      version,
      fileOf,
      isLevel: () => version().number === lease.live || held.has(lease.live),
      beforeNext,
    },
    rehearse,
    preview,
    step,
    start: () => startFollowing(step, { lease, logFailure }),
  }
}

/** Shows one of the held versions. */
function createShowing({ held, hold }: Shelf) {
  const listeners: Prepare[] = []
  let current: Held
  return {
    version: () => current,
    beforeNext: (listener: Prepare) => void listeners.push(listener),
    async show(number: number) {
      if (!held.has(number)) await hold(number)
      const next = held.get(number)!
      for (const prepare of listeners) await prepare(next)
      current = next
      setSite(next.site)
    },
  }
}

type Lease = ReturnType<typeof createLease>

/** The lease of this server. It tells the other servers which version this one has, or why it could not prepare it. */
function createLease(pool: pg.Pool, held: Map<number, Held>) {
  const id = randomUUID()
  const lease = {
    /** The number of the live version; 0 before the first renewal. */
    live: 0,
    failure: null as string | null,
    async renew(): Promise<queries.Standing> {
      const holds = Math.max(0, ...held.keys())
      const standing = await queries.renewLease(pool, { id, holds, failure: lease.failure })
      lease.live = standing.live
      return standing
    },
    end: () => queries.endLease(pool, id).catch(() => {}),
  }
  return lease
}

type Trying = { hold: Shelf['hold']; lease: Lease; logFailure: LogFailure }

/**
 * Prepares a version. If that fails, logs the failure and tells the other servers with the next renewal of the lease.
 */
async function tryToHold(number: number, { hold, lease, logFailure }: Trying): Promise<void> {
  await hold(number).then(
    () => (lease.failure = null),
    (error: Error) => {
      lease.failure = error.message
      logFailure(`version ${number} of the site could not be prepared`, error)
    },
  )
}

/** Repeats the step. Stopping also ends the lease. */
function startFollowing(
  step: () => Promise<void>,
  { lease, logFailure }: { lease: Lease; logFailure: LogFailure },
): Repeating {
  const loop = startRepeating({ step, restMs: EACH_MS, failure: 'the site could not be followed', logFailure })
  return {
    stop: async () => {
      await loop.stop()
      await lease.end()
    },
  }
}
