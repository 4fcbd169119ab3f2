import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { PrivacyFacts } from '#site/privacy.ts'
import { completed } from './completed.ts'
import type { PreviewName } from '#shared/site/site-editing.ts'
import {
  keepVersions,
  setSite,
  type Site,
  siteOf,
  type SiteDocument,
  sourceSite,
  underSite,
} from '#shared/site/site.ts'
import { PLAIN, type ShownSite, type ShownSites } from '../http/pages.ts'
import { privacyHtml } from '../http/privacy-html.ts'
import { readFiles } from '../http/static-files.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating } from '../base/start-repeating.ts'
import { readLogoFiles } from './logo/queries.ts'
import * as queries from './queries.ts'
import { publishFile } from './publish-file.ts'
import { isFilmHere } from './film-routes.ts'
import { renderVersion } from './render-version.ts'
import { sampleOf } from './samples.ts'

type Held = ShownSite & { site: Site }
/** `facts`: the settings that the privacy page tells about. */
type Wanted = { name: PreviewName; origin: string; facts: PrivacyFacts }
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
 * Follows the published versions on this server. It keeps the files of all versions that open pages may show, and shows the
 * newest version once every server with a lease has its files. When this resolves, the live version is shown.
 */
export async function openSites({ pool, dist, dataDir, file, logFailure }: Dependencies): Promise<Sites> {
  const id = randomUUID()
  const { held, hold, forget, fileOf, rehearse, preview } = createShelf({ pool, dist, folder: join(dataDir, 'sites') })
  const listeners: Prepare[] = []
  let current: Held
  let live = 0
  let failure: string | null = null
  await queries.insertFirst(pool, sourceSite)
  if (file !== null) await publishFile(pool, file)

  async function step() {
    const standing = await renew()
    const { newest, kept } = standing
    if (!held.has(newest)) {
      await hold(newest).then(
        () => (failure = null),
        (error: Error) => {
          failure = error.message
          logFailure(`version ${newest} of the site could not be prepared`, error)
        },
      )
      await renew()
    }
    if (held.has(newest) && newest > live && (await queries.goLive(pool, newest))) live = newest
    if (live !== current?.number) await show(live)
    for (const number of kept.toReversed()) if (!held.has(number) && number < newest) await hold(number)
    for (const number of held.keys()) if (number < live && !kept.includes(number)) await forget(number)
  }

  async function renew() {
    const holds = Math.max(0, ...held.keys())
    const standing = await queries.renewLease(pool, { id, holds, failure })
    live = standing.live
    return standing
  }

  async function show(number: number) {
    if (!held.has(number)) await hold(number)
    const next = held.get(number)!
    for (const prepare of listeners) await prepare(next)
    current = next
    setSite(next.site)
  }

  await show((await renew()).live)
  return {
    shown: {
      version: () => current,
      fileOf,
      isLevel: () => current.number === live || held.has(live),
      beforeNext: (listener) => void listeners.push(listener),
    },
    rehearse,
    preview,
    step,
    start: () => {
      const loop = startRepeating({ step, restMs: EACH_MS, failure: 'the site could not be followed', logFailure })
      return {
        stop: async () => {
          await loop.stop()
          await queries.endLease(pool, id).catch(() => {})
        },
      }
    },
  }
}

type Place = Pick<Dependencies, 'pool' | 'dist'> & { folder: string }

/** Holds the versions whose files this server has, and the document that an owner previews. */
function createShelf({ pool, dist, folder }: Place) {
  const { prepare, render } = createDrawing({ pool, dist, folder })
  const held = new Map<number, Held>()
  let previewed: Held | null = null

  async function hold(number: number) {
    const [version] = await queries.readVersions(pool, [number])
    const document = completed(version!.document)
    held.set(number, await prepare(number, document))
    keepVersions([...held.values()].map(({ site }) => site))
  }

  async function forget(number: number) {
    held.delete(number)
    keepVersions([...held.values()].map(({ site }) => site))
    for (const name of await readdir(folder).catch(() => []))
      if (!isUsed(join(folder, name)) && join(folder, name) !== previewed?.folder)
        await rm(join(folder, name), { recursive: true, force: true })
  }

  /** Whether a held version or the build uses this folder. */
  function isUsed(folder: string): boolean {
    return folder === dist || [...held.values()].some((one) => one.folder === folder)
  }

  async function preview(document: SiteDocument, wanted: Wanted) {
    const former = previewed?.folder
    previewed = await prepare(-1, document)
    if (former && former !== previewed.folder && !isUsed(former)) await rm(former, { recursive: true, force: true })
    return drawPreview(previewed, wanted)
  }

  return {
    held,
    hold,
    forget,
    fileOf: (path: string) => {
      for (const { files } of [...held.values(), ...(previewed ? [previewed] : [])])
        if (files.has(path)) return files.get(path)
      return undefined
    },
    rehearse: async (document: SiteDocument) => render(document),
    preview: inTurn(preview),
  }
}

/** Draws the pages of documents, each into a folder of its own. */
function createDrawing({ pool, dist, folder }: Place) {
  const build = digestOf(
    readFileSync(join(dist, 'render/needs.json')),
    readFileSync(join(dist, 'render/template.html')),
  )

  async function prepare(number: number, document: SiteDocument): Promise<Held> {
    const site = siteOf(document, number)
    if (isDeepStrictEqual(document, sourceSite)) return { number, site, folder: dist, files: new Map() }
    const own = folderOf(document)
    await render(document, own)
    return { number, site, folder: own, files: readFiles(join(own, 'web')) }
  }

  async function render(document: SiteDocument, into = folderOf(document)) {
    const { file } = document.landing.film
    if (file !== sourceSite.landing.film.file && !(await isFilmHere(pool, file)))
      throw new Error('Its film is not here. Send it again.')
    await renderVersion({ document, dist, folder: into, logo: await logoOf(document) })
  }

  /** The files of the logo as base64, for the process that draws the pages; null without a logo. */
  async function logoOf({ look: { logo } }: SiteDocument) {
    if (logo === null) return null
    const files = await readLogoFiles(pool, logo.hash)
    if (!files) throw new Error('Its logo is not here. Send it again.')
    return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, content.toString('base64')]))
  }

  function folderOf(document: SiteDocument): string {
    return join(folder, `${build}-${digestOf(JSON.stringify(document))}`)
  }

  return { prepare, render }
}

/** A page or a mail of a version, without scripts. */
function drawPreview({ site, folder }: Held, { name, origin, facts }: Wanted): string {
  return underSite(site, () => {
    const sample = sampleOf(name, origin)
    if ('mail' in sample) return sample.mail.html
    const page = readFileSync(join(folder, `pages/${sample.page}.html`), 'utf8')
      .replaceAll('__PUBLIC_URL__', origin)
      .replace('<!--privacy-->', () => privacyHtml(site.privacySections(facts), null))
      .replace(PLAIN, () => sample.body?.markup ?? '')
    return withoutScripts(page)
  })
}

/** Queues calls: each starts when the previous one has ended. */
function inTurn<Args extends unknown[], Value>(work: (...args: Args) => Promise<Value>) {
  let last: Promise<unknown> = Promise.resolve()
  return (...args: Args): Promise<Value> => {
    const next = last.then(() => work(...args))
    last = next.catch(() => {})
    return next
  }
}

/** Removes scripts and the notices about missing scripts. Keeps the stylesheets for pages without scripts. */
function withoutScripts(html: string): string {
  return html
    .replaceAll(/<noscript>(<link[^>]*>)<\/noscript>/g, '$1')
    .replaceAll(/<script\b.*?<\/script>|<noscript>.*?<\/noscript>|<div class="late".*?<\/div>/gs, '')
}

function digestOf(...contents: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content)
  return hash.digest('hex').slice(0, 16)
}
