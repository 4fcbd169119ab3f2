import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FrameProps, PageContent, PrivacyText } from '#shared/pages/page-content.ts'
import type { SiteParts } from '#shared/site/site-in-pages.ts'
import type { ListState } from '#shared/owner/list-state.ts'
import { BLOCKS } from '#shared/site/blocks.ts'
import { perSite, site } from '#shared/site/site.ts'
import type { PrivacySection } from '#shared/site/privacy-sections.ts'

export type PageNeeds = {
  first: string[]
  pages: Record<string, { parts: string[]; styles: string[] }>
}

/** What src/web/prerender.tsx exports. Synchronous, because the pages' code knows one site at a time. */
type Prerender = {
  loadPages: () => Promise<void>
  setSite: (parts: SiteParts) => void
  renderPage: (
    path: string,
    words: { title: string; text: string; content: PageContent | null } | null,
    data?: object,
  ) => string
  renderPrivacy: (text: PrivacyText) => string
  renderFrame: (frame: FrameProps) => string
}

export const NEEDED = {
  template: 'template.html',
  needs: 'needs.json',
  embed: 'embed.js',
  embedStyles: 'embed.css',
  drawings: ['favicon.svg', 'film/poster.svg'],
}

export const STYLESHEET = /<link rel="stylesheet"[^>]* href="([^"]+)">/

export type Build = Omit<Prerender, 'loadPages'> & {
  template: string
  styles: string
  needs: PageNeeds
  drawings: Record<string, string>
  digest: string
}

export async function openBuild(dist: string): Promise<Build> {
  const read = (name: string) => readFileSync(join(dist, 'render', name), 'utf8')
  const [template, needs] = [read(NEEDED.template), read(NEEDED.needs)]
  const { loadPages, ...drawing } = await loadPrerender(dist)
  await loadPages()
  // The first drawing takes a tenth of a second.
  drawing.setSite(partsForPages())
  drawing.renderPage('/', null)
  return {
    template,
    styles: readFileSync(join(dist, 'web', STYLESHEET.exec(template)![1]!), 'utf8').trim(),
    needs: JSON.parse(needs) as PageNeeds,
    drawings: Object.fromEntries(NEEDED.drawings.map((name) => [name, read(name)])),
    digest: createHash('sha256').update(template).update(needs).digest('hex'),
    ...drawing,
  }
}

function loadPrerender(dist: string): Promise<Prerender> {
  // React's other build checks what developers do wrong, and draws several times slower.
  // oxlint-disable-next-line node/no-process-env -- React has no other way
  process.env.NODE_ENV ??= 'production'
  return import(pathToFileURL(join(dist, 'render/prerender.js')).href) as Promise<Prerender>
}

/** Without descriptions, which only search engines need, and without the words of blocks that are off. */
export const partsForPages = perSite((): SiteParts => {
  const { version: _, listState: _state, board: _board, pages, privacySections: __, landing, ...parts } = site()
  const hidden = BLOCKS.filter((block) => !landing.blocks.includes(block))
  const titles = Object.entries(pages).map(([name, { title }]) => [name, { title }])
  return {
    ...parts,
    landing: without(landing, hidden),
    pages: Object.fromEntries(titles) as typeof pages,
  }
})

function without<Words extends object>(words: Words, hidden: readonly string[]): Words {
  return Object.fromEntries(Object.entries(words).filter(([name]) => !hidden.includes(name))) as Words
}

export function pick(names: readonly string[]): SiteParts {
  const parts = partsForPages()
  return Object.fromEntries(names.map((name) => [name, parts[name as keyof SiteParts]]))
}

const digest = perSite(() => createHash('sha256').update(JSON.stringify(partsForPages())).digest('hex'))

/** Of files that pages of this version fetch later. Differs for each text and each build. */
export function addressOf(build: Build): string {
  const { language, languages, version } = site()
  const tongue = language === languages[0] ? '' : `${language}-`
  return `/site/${version}-${tongue}${digest().slice(0, 8)}${build.digest.slice(0, 4)}`
}

export function versionIn(path: string): { number: number; language: string | undefined } | null {
  const [, number, language] = /^\/site\/(\d{1,9})-(?:([a-z]{2})-)?/.exec(path) ?? []
  return number === undefined ? null : { number: Number(number), language }
}

type OfDocument = Pick<SiteParts, 'board'> & { folder: string; listState: ListState }

export function dataBlock(parts: SiteParts, { folder, ...facts }: OfDocument): string {
  const json = JSON.stringify({ ...parts, version: site().version, ...facts }).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="site" data-folder="${folder}">${json}</script>`
}

export type NumberedText = { digest: string; number: number; shown_at: string }

export function digestOf(text: PrivacySection[]): string {
  return createHash('sha256').update(JSON.stringify(text)).digest('hex')
}
