import { site } from './site.ts'

type Page = {
  path: string
  /** Depends on data in the browser: the server draws only its frame and its words without scripts. */
  isPersonal?: true
  /** Works without scripts, so it shows no notice that they are missing. */
  isPlain?: true
  /** Has pages of its own at addresses below this one. */
  hasParts?: true
}

/** Titles are in page-words.ts, components in web/loading/page-chunks.ts. */
export const pages = {
  home: { path: '/', isPlain: true },
  contact: { path: '/contact', isPlain: true },
  form: { path: '/form', isPersonal: true, isPlain: true },
  thankYou: { path: '/thank-you', isPlain: true },
  checkInbox: { path: '/check-inbox', isPersonal: true, isPlain: true },
  confirm: { path: '/confirm', isPersonal: true, isPlain: true },
  place: { path: '/place', isPersonal: true, isPlain: true },
  invitation: { path: '/invitation', isPersonal: true, isPlain: true },
  leaderboard: { path: '/leaderboard', isPlain: true },
  privacy: { path: '/privacy' },
  admin: { path: '/admin', isPersonal: true, hasParts: true },
  unsubscribe: { path: '/unsubscribe' },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages

export const pageList: readonly (Page & { name: PageName })[] = Object.entries(pages).map(([name, page]) => ({
  name: name as PageName,
  ...page,
}))

export function pageAt(path: string): (typeof pageList)[number] | undefined {
  return pageList.find((page) => page.path === path || (page.hasParts && path.startsWith(`${page.path}/`)))
}

type PagePaths = { readonly [Name in keyof typeof pages]: (typeof pages)[Name]['path'] }

/** Those of the first load. All others are in paths.ts. */
export const pagePaths = Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path])) as PagePaths
/** From our own pages or from any other site. */
export const joinPath = '/join'

/** `/de/form`; the first language has no prefix. */
export function localPath(path: string, language = site().language): string {
  return language === site().languages[0] ? path : `/${language}${path}`
}
