import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { PrivacyFacts } from '#site/privacy.ts'
import type { PreviewName } from '#shared/site/site-editing.ts'
import { keepVersions, type Site, siteOf, type SiteDocument, sourceSite, underSite } from '#shared/site/site.ts'
import { PLAIN, type ShownSite } from '../http/pages.ts'
import { privacyHtml } from '../http/privacy-html.ts'
import { readFiles } from '../http/static-files.ts'
import { completed } from './completed.ts'
import { isFilmHere } from './film-routes.ts'
import { readLogoFiles } from './logo/queries.ts'
import * as queries from './queries.ts'
import { renderVersion } from './render-version.ts'
import { sampleOf } from './samples.ts'

export type Held = ShownSite & { site: Site }
/** `facts`: the settings that the privacy page mentions. */
export type Wanted = { name: PreviewName; origin: string; facts: PrivacyFacts }
export type Shelf = ReturnType<typeof createShelf>

/** `folder`: the folder that holds the files of all drawn documents. */
type Place = { pool: pg.Pool; dist: string; folder: string }

/** Holds the versions whose files this server has, and the document that an owner previews. */
export function createShelf({ pool, dist, folder }: Place) {
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
    await removeFolders(folder, (path) => !isUsed(path) && path !== previewed?.folder)
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
    fileOf: (path: string) => findFile([...held.values(), ...(previewed ? [previewed] : [])], path),
    rehearse: async (document: SiteDocument) => render(document),
    preview: inTurn(preview),
  }
}

/** Removes the subfolders for which `isSpare` is true. */
async function removeFolders(folder: string, isSpare: (path: string) => boolean) {
  for (const name of await readdir(folder).catch(() => []))
    if (isSpare(join(folder, name))) await rm(join(folder, name), { recursive: true, force: true })
}

function findFile(sites: Held[], path: string) {
  return sites.find(({ files }) => files.has(path))?.files.get(path)
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
