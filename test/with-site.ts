import { afterAll, beforeAll } from 'vitest'
import { setSite, site, siteOf } from '#shared/site/site.ts'

/** Replaces these parts of the site for the tests of a file. */
export function withSite(parts: Parameters<typeof siteOf>[0]) {
  const before = site()
  beforeAll(() => setSite(siteOf(parts)))
  afterAll(() => setSite(before))
}

/** Fixes the referral rule, for tests that expect exact positions. */
export function withPlacesPerFriend(placesPerFriend: number) {
  withSite({ referral: { ...site().referral, placesPerFriend } })
}
