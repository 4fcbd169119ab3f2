import type pg from 'pg'
import { keepVersions, setSite, type Site, site, siteOf, sourceSite } from '#shared/site/site.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating } from '../base/start-repeating.ts'
import { completed } from './completed.ts'
import * as queries from './queries.ts'
import { publishFile } from './publish-file.ts'

const EACH_MS = 1_000
/** A document has about 60 KB. */
const MOST_KEPT = 30

export type Sites = {
  step: () => Promise<void>
  /** So that its pages and the answers under it are known here. */
  read: (number: number) => Promise<Site | null>
  start: () => Repeating
}

type Dependencies = {
  pool: pg.Pool
  /** Null if the dashboard changes the site. */
  file: string | null
  logFailure: LogFailure
}

export async function openSites({ pool, file, logFailure }: Dependencies): Promise<Sites> {
  await queries.insertFirst(pool, sourceSite)
  if (file !== null) await publishFile(pool, file)
  const known = new Map<number, Site>()

  async function read(number: number): Promise<Site | null> {
    // Another server shows it already.
    if (!known.has(number) && number > site().version) await step()
    return known.get(number) ?? keep(number)
  }

  async function keep(number: number): Promise<Site | null> {
    const [version] = await queries.readVersions(pool, [number])
    if (!version) return null
    const read = known.get(number) ?? siteOf(completed(version.document), number)
    known.set(number, read)
    const spare = known.keys().find((one) => one !== site().version && one !== number)
    if (known.size > MOST_KEPT && spare !== undefined) known.delete(spare)
    keepVersions([...known.values()])
    return read
  }

  async function step() {
    const newest = await queries.newestNumber(pool)
    const next = known.get(newest) ?? (await keep(newest))
    if (next && next !== site()) setSite(next)
  }

  await step()
  return {
    step,
    read,
    start: () => startRepeating({ step, restMs: EACH_MS, failure: 'the site could not be followed', logFailure }),
  }
}
