import { brand } from '#site/brand.ts'
import { contact } from '#site/contact.ts'
import type { withoutScripts } from '#site/without-scripts.ts'

type Page = {
  path: string
  /** For the browser's tab, for search engines and for analytics. */
  title: string
  /** For search engines, the sitemap included. Null: they are told to leave the page out. */
  description: string | null
  /** The page depends on what the browser remembers: it begins empty. The build draws all others ahead. */
  isEmpty?: true
  /** What stands above a page that is drawn ahead where no scripts run, of src/site/without-scripts.ts. */
  notice?: keyof typeof withoutScripts
}

/** Every page of the site. The component of each is in src/web/frame/page-chunks.ts. */
export const pages = {
  home: {
    path: '/',
    title: `${brand.name}: join the waitlist`,
    description: brand.pitch,
    notice: 'join',
  },
  contact: {
    path: '/contact',
    title: `${contact.title} | ${brand.name}`,
    description: contact.lead,
    notice: 'write',
  },
  form: { path: '/form', title: `Your questions | ${brand.name}`, description: null, isEmpty: true },
  thankYou: { path: '/thank-you', title: `You're in | ${brand.name}`, description: null, isEmpty: true },
  admin: { path: '/admin', title: `Dashboard | ${brand.name}`, description: null, isEmpty: true },
  // Drawn ahead, so that its button works without scripts too.
  unsubscribe: { path: '/unsubscribe', title: `Your mails | ${brand.name}`, description: null },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages

/** The same, to go through one after the other. */
export const pageList: readonly (Page & { name: PageName })[] = Object.entries(pages).map(([name, page]) => ({
  name: name as PageName,
  ...page,
}))

export const notFoundTitle = `Page not found | ${brand.name}`

export function titleAt(path: string): string {
  return pageList.find((page) => page.path === path)?.title ?? notFoundTitle
}
