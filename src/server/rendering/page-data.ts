import { createHash } from 'node:crypto'
import { site } from '#shared/site/site.ts'
import type { SiteParts } from '#shared/site/site-in-pages.ts'
import type { PageNeeds } from './build-output.ts'

/** The folder of the parts that pages fetch later. Each site has a subfolder, named by a digest. */
const SITE_FOLDER = '/site'

/** The parts of the site that pages get. Page descriptions are left out: only search engines need them. */
export function partsForPages(): SiteParts {
  const { version: _, pages, privacySections: __, ...parts } = site()
  const titles = Object.entries(pages).map(([name, { title }]) => [name, { title }])
  return { ...parts, pages: Object.fromEntries(titles) as typeof pages }
}

export function pick(parts: SiteParts, names: readonly string[]): SiteParts {
  return Object.fromEntries(names.map((name) => [name, parts[name as keyof SiteParts]]))
}

/** The folder of a site's files. It differs for each site and each build. */
export function addressOf(parts: SiteParts, needs: PageNeeds): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([parts, needs]))
    .digest('hex')
    .slice(0, 10)
  return `${SITE_FOLDER}/${digest}`
}

/** The block from which src/web/main.tsx reads the site. The server fills in the version number. */
export function dataBlock(parts: SiteParts, folder: string): string {
  const json = JSON.stringify(parts).replaceAll('<', '\\u003c').replace(/^\{/, '{"version":__SITE_VERSION__,')
  return `<script type="application/json" id="site" data-folder="${folder}">${json}</script>`
}
