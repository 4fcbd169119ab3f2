import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The parts of the site that the chunks of each page use, and their stylesheets. */
export type PageNeeds = {
  /** The parts that every page needs at its first load. */
  first: string[]
  /** For each page with its own chunk: the parts and stylesheets that it needs besides those of the first load. */
  pages: Record<string, { parts: string[]; styles: string[] }>
}

type Prerender = {
  chair: string
  setSite(parts: object): void
  renderPage(path: string, words?: object): Promise<string>
}

/**
 * The files that the build writes for rendering a site: the template of all pages, the needs of each page, the script
 * and styles of the form on other sites, and drawings to colour.
 */
export const NEEDED = {
  template: 'template.html',
  needs: 'needs.json',
  embed: 'embed.js',
  embedStyles: 'embed.css',
  chair: 'chair.svg',
  drawings: ['favicon.svg', 'film/poster.svg'],
}

export function readTemplate(dist: string): string {
  return readFileSync(join(dist, 'render', NEEDED.template), 'utf8')
}

export function readNeeds(dist: string): PageNeeds {
  return JSON.parse(readFileSync(join(dist, 'render', NEEDED.needs), 'utf8')) as PageNeeds
}

export function readDrawing(dist: string, name: string): string {
  return readFileSync(join(dist, 'render', name), 'utf8')
}

export function loadPrerender(dist: string): Promise<Prerender> {
  return import(pathToFileURL(join(dist, 'render/prerender.js')).href) as Promise<Prerender>
}
