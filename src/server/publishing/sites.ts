import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { completed } from './completed.ts'
import { keepVersions, setSite, type Site, siteOf, type SiteDocument, sourceSite } from '#shared/site.ts'
import type { ShownSite, ShownSites } from '../http/pages.ts'
import { readFiles } from '../http/static-files.ts'
import type { LogFailure } from '../log-failures.ts'
import { type Repeating, startRepeating } from '../start-repeating.ts'
import { readLogoFiles } from './logo/queries.ts'
import * as queries from './queries.ts'
import { publishFile } from './publish-file.ts'
import { renderVersion } from './render-version.ts'

type Held = ShownSite & { site: Site }
type Prepare = (version: ShownSite) => Promise<void>
type Dependencies = {
  pool: pg.Pool
  dist: string
  dataDir: string
  /** The file that is the site. */
  file: string | null
  logFailure: LogFailure
}

const EACH_MS = 1_000

export type Sites = {
  shown: ShownSites
  /** Draws the pages of a document, to see whether they can be drawn. */
  rehearse: (document: SiteDocument) => Promise<void>
  /** The landing page of a document, as it would be without scripts. Its files are there until the next preview. */
  preview: (document: SiteDocument) => Promise<string>
  /** Follows what is published now, and not only in a moment. */
  step: () => Promise<void>
  start: () => Repeating
}

/** For a program that shows no pages. */
export const NO_SITES: Omit<Sites, 'shown' | 'start'> = {
  rehearse: async () => {},
  preview: async () => '',
  step: async () => {},
}

/**
 * The versions of the site on this server: it has the files of all that open pages may show, and shows the newest once every
 * server with a lease has its files. Shows the present one when it resolves.
 */
export async function openSites({ pool, dist, dataDir, file, logFailure }: Dependencies): Promise<Sites> {
  const id = randomUUID()
  const folder = join(dataDir, 'sites')
  const build = digestOf(
    readFileSync(join(dist, 'render/needs.json')),
    readFileSync(join(dist, 'render/template.html')),
  )
  const held = new Map<number, Held>()
  const listeners: Prepare[] = []
  let current: Held
  let live = 0
  let failure: string | null = null
  let previewed: Held | null = null
  await queries.insertFirst(pool, sourceSite)
  if (file !== null) await publishFile(pool, file)

  async function hold(number: number) {
    const [version] = await queries.readVersions(pool, [number])
    const document = completed(version!.document)
    held.set(number, await prepare(number, document))
    keepVersions([...held.values()].map(({ site }) => site))
  }

  async function prepare(number: number, document: SiteDocument): Promise<Held> {
    const site = siteOf(document, number)
    if (isDeepStrictEqual(document, sourceSite)) return { number, site, folder: dist, files: new Map() }
    const own = folderOf(document)
    await render(document, own)
    return { number, site, folder: own, files: readFiles(join(own, 'web')) }
  }

  async function render(document: SiteDocument, into = folderOf(document)) {
    await renderVersion({ document, dist, folder: into, logo: await logoOf(document) })
  }

  /** As text, for the process that draws the pages. */
  async function logoOf({ look: { logo } }: SiteDocument) {
    if (logo === null) return null
    const files = await readLogoFiles(pool, logo.hash)
    if (!files) throw new Error('Its logo is not here. Send it again.')
    return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, content.toString('base64')]))
  }

  function folderOf(document: SiteDocument): string {
    return join(folder, `${build}-${digestOf(JSON.stringify(document))}`)
  }

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

  async function forget(number: number) {
    held.delete(number)
    keepVersions([...held.values()].map(({ site }) => site))
    const used = new Set([...held.values(), ...(previewed ? [previewed] : [])].map((one) => one.folder))
    for (const name of await readdir(folder).catch(() => []))
      if (!used.has(join(folder, name))) await rm(join(folder, name), { recursive: true, force: true })
  }

  await show((await renew()).live)
  return {
    shown: {
      version: () => current,
      fileOf: (path) => {
        for (const { files } of [...held.values(), ...(previewed ? [previewed] : [])])
          if (files.has(path)) return files.get(path)
        return undefined
      },
      isLevel: () => current.number === live || held.has(live),
      beforeNext: (listener) => void listeners.push(listener),
    },
    rehearse: async (document) => render(document),
    preview: async (document) => {
      previewed = await prepare(-1, document)
      return withoutScripts(readFileSync(join(previewed.folder, 'pages/home.html'), 'utf8'))
    },
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

/** Nothing in a preview can be sent, and it says nothing about scripts. */
function withoutScripts(html: string): string {
  return html.replaceAll(/<script\b.*?<\/script>|<noscript>.*?<\/noscript>|<div class="late".*?<\/div>/gs, '')
}

function digestOf(...contents: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content)
  return hash.digest('hex').slice(0, 16)
}
