import { createHash } from 'node:crypto'
import { site } from '#shared/site/site.ts'
import type { SiteParts } from '#shared/site/site-in-pages.ts'
import type { PageNeeds } from './build-output.ts'

/** Where pages find the parts that they fetch later, below a digest of the site. */
const SITE_FOLDER = '/site'

/** The parts of the site for pages. Descriptions are for search engines alone. */
export function partsForPages(): SiteParts {
  const { version: _, pages, privacySections: __, ...parts } = site()
  const titles = Object.entries(pages).map(([name, { title }]) => [name, { title }])
  return { ...parts, pages: Object.fromEntries(titles) as typeof pages }
}

export function pick(parts: SiteParts, names: readonly string[]): SiteParts {
  return Object.fromEntries(names.map((name) => [name, parts[name as keyof SiteParts]]))
}

/** The address of a site's files, which is another one for every other site and every other build. */
export function addressOf(parts: SiteParts, needs: PageNeeds): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([parts, needs]))
    .digest('hex')
    .slice(0, 10)
  return `${SITE_FOLDER}/${digest}`
}

/** The block from which src/web/main.tsx takes the site. The server writes the number of the version. */
export function dataBlock(parts: SiteParts, folder: string): string {
  const json = JSON.stringify(parts).replaceAll('<', '\\u003c').replace(/^\{/, '{"version":__SITE_VERSION__,')
  return `<script type="application/json" id="site" data-folder="${folder}">${json}</script>`
}
