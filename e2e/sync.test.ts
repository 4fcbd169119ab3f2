import type { Page } from '@playwright/test'
import { fakeBeehiiv } from '../test/services/fake-beehiiv.ts'
import { expect, test as base } from './fixtures.ts'
import { openDashboard } from './owner.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { newOwnPlace } from './own-place.ts'
import { ownServer } from './own-server.ts'
import { freshEmail, joinByApi } from './visitor.ts'

/** A server of the test's own, connected to a fake Beehiiv. */
const test = base.extend<{ beehiiv: Awaited<ReturnType<typeof fakeBeehiiv>> }>({
  // oxlint-disable-next-line no-empty-pattern
  beehiiv: async ({}, use) => {
    await using beehiiv = await fakeBeehiiv()
    await use(beehiiv)
  },
  baseURL: async ({ beehiiv }, use) => {
    await using place = await newOwnPlace()
    const { apiKey, publicationId, baseUrl } = beehiiv.config
    await using _server = await ownServer({
      ...place.env,
      ADMIN_PASSWORD: OWNER_PASSWORD,
      BEEHIIV_API_KEY: apiKey,
      BEEHIIV_PUBLICATION_ID: publicationId,
      BEEHIIV_BASE_URL: baseUrl,
    })
    await use(place.address)
  },
})

test(
  'a long sync continues while the page is reloaded, and reports its result',
  { tag: '@long' },
  async ({ page, request, beehiiv }) => {
    // Keeps the jobs of single people from delivering before the sync.
    beehiiv.misbehave(() => ({ status: 429, retryAfter: 1 }))
    for (const name of ['ada', 'bea']) await joinByApi(request, freshEmail(name))
    await openDashboard(page)
    await page.getByRole('button', { name: 'Sync to Beehiiv' }).click()
    await expect(syncing(page)).toBeDisabled()
    await expect(page.getByText('Please wait while we sync your waitlist entries...')).toBeVisible()

    await page.reload()
    await expect(syncing(page)).toBeDisabled()
    beehiiv.misbehave(null)
    await expect(page.getByText('Sync Complete')).toBeVisible()
    await expect(page.getByText(/^\d entries synced to Beehiiv with 0 errors\.$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sync to Beehiiv' })).toBeEnabled()
    expect(beehiiv.subscriptions).toHaveLength(2)
  },
)

test(
  'a key that Beehiiv refuses is a failed sync, with the remedy',
  { tag: '@long' },
  async ({ page, request, beehiiv }) => {
    beehiiv.apiKey = 'another'
    await joinByApi(request, freshEmail('ada'))
    await openDashboard(page)
    await page.getByRole('button', { name: 'Sync to Beehiiv' }).click()
    await expect(page.getByText('Sync Failed')).toBeVisible()
    await expect(page.getByText(/^Error: .*BEEHIIV_API_KEY/)).toBeVisible()
  },
)

function syncing(page: Page) {
  return page.getByRole('button', { name: 'Syncing...' })
}
