import { expect, test as base } from './fixtures.ts'
import { openDashboard } from './owner.ts'
import { newOwnPlace } from './own-place.ts'
import { ownServer } from './own-server.ts'
import { expectSound } from './sound.ts'
import { freshEmail, joinByApi } from './visitor.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { fakeKit, fakeKlaviyo, fakeMailchimp } from '../test/services/fake-newsletters.ts'

const SERVICES = [
  {
    name: 'Mailchimp',
    make: fakeMailchimp,
    base: 'MAILCHIMP_BASE_URL',
    key: 'API key',
    place: 'Audience',
    choice: 'Salon news',
  },
  { name: 'Kit', make: fakeKit, base: 'KIT_BASE_URL', key: 'API key', place: 'Tag', choice: 'Waitlist' },
  {
    name: 'Klaviyo',
    make: fakeKlaviyo,
    base: 'KLAVIYO_BASE_URL',
    key: 'Private API key',
    place: 'List',
    choice: 'Waitlist',
  },
] as const

const test = base.extend<{ place: Awaited<ReturnType<typeof newOwnPlace>> }>({
  // oxlint-disable-next-line no-empty-pattern
  place: async ({}, use) => {
    await using place = await newOwnPlace()
    await use(place)
  },
  baseURL: ({ place }, use) => use(place.address),
})

for (const { name, make, base, key, place: at, choice } of SERVICES)
  test(`${name} is connected in at most eight presses and typed texts, and has everybody`, async ({
    page,
    place,
    request,
  }) => {
    await using fake = await make()
    const env = {
      ADMIN_PASSWORD: OWNER_PASSWORD,
      RATE_LIMIT: 'off',
      SECRET_KEY: 'k'.repeat(40),
      [base]: fake.config.baseUrl,
    }
    await using _server = await ownServer({ ...place.env, ...env })
    for (let count = 0; count < 3; count += 1) await joinByApi(request, freshEmail('early'))
    await openDashboard(page, '/admin/settings/services')
    let done = 0
    const step = async (act: Promise<unknown>, acts = 1) => {
      await act
      done += acts
    }
    await step(page.getByRole('button', { name: `Connect ${name}` }).click())
    const panel = page.getByRole('region', { name, exact: true })
    await step(panel.getByLabel(key, { exact: true }).fill(fake.config.apiKey))
    await step(panel.getByRole('button', { name: 'Save' }).click())
    await step(panel.getByLabel(at, { exact: true }).selectOption({ label: choice }))
    await step(panel.getByRole('button', { name: 'Save' }).nth(1).click())
    // A finished step folds up, which moves the button below it.
    if (name !== 'Klaviyo') {
      await step(panel.getByRole('button', { name: 'Create the 7 fields' }).click())
      await expect(panel.getByText('can be reached')).toBeVisible()
    }
    await expect(panel.getByText('Ready to sync')).toBeVisible()
    await step(panel.getByRole('button', { name: `Sync to ${name}` }).click())
    await expect(page.getByText(`3 people are on their way to ${name}.`)).toBeVisible()
    await expect.poll(() => fake.members.length).toBe(3)
    expect(done).toBeLessThanOrEqual(8)
    await expectSound(page)
    // A page without its server would log errors.
    await page.close()
  })
