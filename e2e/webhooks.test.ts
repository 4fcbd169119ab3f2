import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { expect, test as base } from './fixtures.ts'
import { openDashboard } from './owner.ts'
import { newOwnPlace } from './own-place.ts'
import { ownServer } from './own-server.ts'
import { expectSound } from './sound.ts'
import { ROUTES } from '#shared/routes.ts'

/** A server of the test's own with a SECRET_KEY, which webhooks need. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => {
    await using place = await newOwnPlace()
    const SECRET_KEY = 'k'.repeat(32)
    await using _server = await ownServer({
      ...place.env,
      SECRET_KEY,
      ADMIN_PASSWORD: OWNER_PASSWORD,
      RATE_LIMIT: 'off',
    })
    await use(place.address)
  },
})

test('an owner adds a webhook, tries it, and reads in its log why nothing was delivered', async ({ page }) => {
  let load = () => {}
  const isAsked = new Promise<void>((asked) => {
    void page.route(
      `**${ROUTES.keys.path}`,
      async (route) => {
        asked()
        await new Promise<void>((go) => (load = go))
        await route.continue()
      },
      { times: 1 },
    )
  })
  await openDashboard(page, '/admin/settings/api')
  // The form would move under a finger while the keys above it are loaded.
  await isAsked
  await expect(page.getByText('Loading…')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Add a webhook' })).toHaveCount(0)
  load()
  const name = `Our CRM ${crypto.randomUUID()}`
  const form = page.getByRole('region', { name: 'Add a webhook' })
  await form.getByLabel('Name', { exact: true }).first().fill(name)
  // A name of the reserved domain, which DNS does not know.
  await form.getByLabel('URL').fill('https://hooks.invalid/here')
  await form.getByRole('checkbox', { name: 'Email', exact: true }).check()
  await form.getByRole('button', { name: 'Add webhook' }).click()
  await expect(form.getByRole('code')).toHaveText(/^whsec_/)

  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('2 events · with email')
  await row.getByRole('button', { name: `Send a test: ${name}` }).click()
  await expect(row.getByText('1 of 8 attempts failed')).toBeVisible()
  await expect(row.getByText('The last attempt failed.')).toBeVisible()
  await row.getByText('Why').click()
  await expect(row.getByText(/DNS|request failed/)).toBeVisible()
  await expectSound(page)
  await row.getByRole('button', { name: `Switch off: ${name}` }).click()
  await expect(row.getByText('Switched off')).toBeVisible()
  await row.getByRole('button', { name: `Delete: ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
})
