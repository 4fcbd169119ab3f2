type Page = {
  path: string
  /**
   * The page depends on data in the browser, so the build only draws its texts from src/site/without-scripts.ts. All
   * other pages are prerendered completely.
   */
  isPersonal?: true
  /** The page also works without scripts, so it shows no notice that scripts are missing. */
  isPlain?: true
  /** The page has pages of its own at addresses below this one. */
  hasParts?: true
}

/**
 * Every page of the site. Its title is in page-words.ts beside this file, and its component in
 * src/web/loading/page-chunks.ts.
 */
export const pages = {
  home: { path: '/', isPlain: true },
  contact: { path: '/contact', isPlain: true },
  form: { path: '/form', isPersonal: true, isPlain: true },
  thankYou: { path: '/thank-you', isPersonal: true, isPlain: true },
  checkInbox: { path: '/check-inbox', isPersonal: true, isPlain: true },
  confirm: { path: '/confirm', isPersonal: true, isPlain: true },
  place: { path: '/place', isPersonal: true, isPlain: true },
  invitation: { path: '/invitation', isPersonal: true, isPlain: true },
  receipt: { path: '/receipt', isPersonal: true },
  privacy: { path: '/privacy' },
  admin: { path: '/admin', isPersonal: true, hasParts: true },
  // Prerendered, so that the button of the page also works without scripts.
  unsubscribe: { path: '/unsubscribe' },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages

/** All pages, each with its name. */
export const pageList: readonly (Page & { name: PageName })[] = Object.entries(pages).map(([name, page]) => ({
  name: name as PageName,
  ...page,
}))
