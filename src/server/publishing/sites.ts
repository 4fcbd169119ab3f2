import { isDeepStrictEqual } from 'node:util'
import { keepVersions, setSite, site, type Site, siteOf, sourceSite } from '#shared/site/site.ts'
import * as queries from './queries.ts'
import { readNewestVersion } from './queries.ts'
import { type LogFailure, type Repeating, startRepeating } from '../base/start-repeating.ts'
import { completed, unknownParts } from './completed.ts'
import { findUnanswered } from '../people/answer-columns.ts'
import { StartFailure } from '../base/start-failure.ts'
import { readText } from '../base/config/read-text.ts'
import { checkDocument } from './check-document.ts'
import { storeVersion } from './publish.ts'
import { inTransaction, type Pool, type Queryable } from '../db/query.ts'

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
  pool: Pool
  /** Null if the dashboard changes the site. */
  file: string | null
  logFailure: LogFailure
  /** Such as 2027-03-31, where the list is. */
  today: () => string
}

export async function openSites({ pool, file, logFailure, today }: Dependencies): Promise<Sites> {
  await queries.insertFirst(pool, sourceSite)
  if (file !== null) await publishFile(pool, file)
  const known = new Map<number, Site>()
  let day = today()
  let lastEvent = '0'

  async function read(number: number): Promise<Site | null> {
    // Another server shows it already.
    if (!known.has(number) && number > site().version) await step()
    return known.get(number) ?? keep(number)
  }

  async function keep(number: number): Promise<Site | null> {
    const [version] = await queries.readVersions(pool, [number])
    if (!version) return null
    const read = known.get(number) ?? (await siteIn(pool, version, day))
    known.set(number, read)
    const spare = known.keys().find((one) => one !== site().version && one !== number)
    if (known.size > MOST_KEPT && spare !== undefined) known.delete(spare)
    keepVersions([...known.values()])
    return read
  }

  async function step() {
    // An opening may be past since midnight.
    if (day !== today()) known.clear()
    day = today()
    const { newest, event } = await queries.newestNumbers(pool)
    if (event !== lastEvent && (await isAnsweredLate(lastEvent))) known.delete(newest)
    lastEvent = event
    const next = known.get(newest) ?? (await keep(newest))
    if (next && next !== site()) setSite(next)
  }

  /** An old form may answer a question that was removed before anybody had answered it. */
  async function isAnsweredLate(since: string) {
    const { everyQuestion, shownQuestions } = site()
    const unanswered = everyQuestion.filter((question) => !shownQuestions.includes(question))
    return (await findUnanswered(pool, unanswered, since)).size < unanswered.length
  }

  await step()
  return {
    step,
    read,
    start: () => startRepeating({ step, restMs: EACH_MS, failure: 'the site could not be followed', logFailure }),
  }
}

/** For programs that serve no pages, before they read anything that follows from the questions. */
export async function showPublished(db: Queryable): Promise<void> {
  const newest = await readNewestVersion(db)
  if (newest) setSite(await siteIn(db, newest))
}

async function siteIn(db: Queryable, { document, number }: queries.StoredVersion, today?: string): Promise<Site> {
  const whole = completed(document)
  const archived = whole.questions.filter((question) => question.archived)
  return siteOf(whole, number, { unanswered: await findUnanswered(db, archived), ...(today && { today }) })
}

/** As a new version, unless it equals the newest one. Parts that the file leaves out come from src/site. */
export async function publishFile(pool: Pool, file: string): Promise<void> {
  const written = read(file)
  const document = completed(written)
  await inTransaction(pool, async (tx) => {
    const newest = await queries.lockNewest(tx)
    const former = completed(newest.document)
    if (unknownParts(written).length === 0 && isDeepStrictEqual(document, former)) return
    const problems = checkDocument(written, former)
    if (problems.length > 0)
      throw new StartFailure(
        [
          `The site in SITE_FILE (${file}) cannot be shown:`,
          ...problems.map((one) => `  ${one.path} ${one.sentence}.`),
        ].join('\n'),
      )
    await storeVersion(tx, { number: newest.number + 1, document, actId: null })
  })
}

function read(file: string): object {
  try {
    const document: unknown = JSON.parse(readText(file))
    if (typeof document === 'object' && document !== null && !Array.isArray(document)) return document
  } catch (cause) {
    throw new StartFailure(`SITE_FILE names ${file}, which cannot be read as JSON: ${(cause as Error).message}.`, {
      cause,
    })
  }
  throw new StartFailure(`SITE_FILE names ${file}, which is not a site: it must be one JSON object.`)
}
