import { afterAll, beforeAll } from 'vitest'
import { setSite, site, siteOf } from '#shared/site.ts'

/** Replaces these parts of the site for the tests of a file. */
export function withSite(parts: Parameters<typeof siteOf>[0]) {
  const before = site()
  beforeAll(() => setSite(siteOf(parts)))
  afterAll(() => setSite(before))
}
