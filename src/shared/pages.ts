import { brand } from '#site/brand.ts'
import { contact } from '#site/contact.ts'

type Page = {
  path: string
  /** Used for the browser's tab, search engines and analytics. */
  title: string
  /** For search engines and the sitemap. Null tells search engines to leave the page out. */
  description: string | null
  /**
   * The page depends on what the browser remembers, so the build draws only its words from src/site/without-scripts.ts.
   * It prerenders all other pages.
   */
  isPersonal?: true
}

/**
 * Every page of the site. This file is data alone: the build computes what browsers get of it. The component of each is
 * in src/web/frame/page-chunks.ts.
 */
export const pages = {
  home: {
    path: '/',
    title: `${brand.name}: join the waitlist`,
    description: brand.pitch,
  },
  contact: {
    path: '/contact',
    title: `${contact.title} | ${brand.name}`,
    description: contact.lead,
  },
  form: { path: '/form', title: `Your questions | ${brand.name}`, description: null, isPersonal: true },
  thankYou: { path: '/thank-you', title: `You're in | ${brand.name}`, description: null, isPersonal: true },
  checkInbox: { path: '/check-inbox', title: `Check your inbox | ${brand.name}`, description: null, isPersonal: true },
  confirm: { path: '/confirm', title: `Is this you? | ${brand.name}`, description: null, isPersonal: true },
  place: { path: '/place', title: `Your place | ${brand.name}`, description: null, isPersonal: true },
  invitation: { path: '/invitation', title: `Your invitation | ${brand.name}`, description: null, isPersonal: true },
  receipt: { path: '/receipt', title: `Your receipt | ${brand.name}`, description: null, isPersonal: true },
  privacy: {
    path: '/privacy',
    title: `Privacy | ${brand.name}`,
    description: 'What we store about you, why, for how long, and how you see, correct and delete it.',
  },
  admin: { path: '/admin', title: `Dashboard | ${brand.name}`, description: null, isPersonal: true },
  // Prerendered, so that its button also works without scripts.
  unsubscribe: { path: '/unsubscribe', title: `Your mails | ${brand.name}`, description: null },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages

/** The same pages as a list. */
export const pageList: readonly (Page & { name: PageName })[] = Object.entries(pages).map(([name, page]) => ({
  name: name as PageName,
  ...page,
}))

export const notFoundTitle = `Page not found | ${brand.name}`
