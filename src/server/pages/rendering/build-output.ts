import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { partsForPages } from './page-data.ts'
import type { FrameProps, PageContent, PrivacyText } from '#shared/pages/page-content.ts'
import type { SiteParts } from '#shared/site/site-in-pages.ts'

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
