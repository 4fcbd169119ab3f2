import { pages } from './pages.ts'

type PagePaths = { readonly [Name in keyof typeof pages]: (typeof pages)[Name]['path'] }

/** The addresses that the site needs for its first load. All others are in paths.ts. */
export const pagePaths = Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path])) as PagePaths
export const firstCalls = {
  count: '/api/waitlist/count',
  events: '/api/events',
  /** `GET` this path plus a code tells whether the code exists. */
  referralCodes: '/api/referral-codes',
} as const
