import { pages } from './pages.ts'

type PagePaths = { readonly [Name in keyof typeof pages]: (typeof pages)[Name]['path'] }

/** Those of the first load. All others are in paths.ts. */
export const pagePaths = Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path])) as PagePaths
export const firstCalls = {
  count: '/api/waitlist/count',
  events: '/api/events',
  referralCodes: '/api/referral-codes',
} as const
