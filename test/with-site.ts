import { afterAll, beforeAll } from 'vitest'
import { NO_COLUMNS } from '#shared/site/questions.ts'
import { setSite, site, siteOf } from '#shared/site/site.ts'

/** Replaces these parts of the site for the tests of a file. */
export function withSite(parts: Parameters<typeof siteOf>[0]) {
  const before = site()
  beforeAll(() => setSite(siteOf(parts)))
  afterAll(() => setSite(before))
}

/** Removes the questions that this owner has added, for tests that expect only the first seven. */
export function withFirstQuestions() {
  withSite({ questions: site().questions.filter(({ name }) => name === 'full_name' || name in NO_COLUMNS) })
}

/** Fixes the referral rule, for tests that expect exact positions. */
export function withPlacesPerFriend(placesPerFriend: number) {
  withSite({ referral: { ...site().referral, placesPerFriend } })
}
