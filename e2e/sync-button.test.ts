import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const SYNC = '**/functions/v1/sync-to-beehiiv'

async function press(page: Page) {
  await page.goto('/?admin=true')
  await page.getByRole('button', { name: 'Sync to Beehiiv' }).click()
}

test('only an address with admin=true shows the button', async ({ page }) => {
  for (const address of ['/', '/?admin=1']) {
    await page.goto(address)
    await expect(page.getByText(/already joined/)).toBeVisible()
    await expect(page.getByRole('button', { name: /Sync/ })).toBeHidden()
  }
})

test('during a sync the button says so and is disabled, and a second press does nothing', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(SYNC, async (route) => {
    await held
    await route.fulfill({ json: { success: true, synced: 12, errors: 0 } })
  })
  await press(page)
  await expect(page.getByRole('button', { name: 'Syncing to Beehiiv...' })).toBeDisabled()
  await expect(page.getByText('Syncing waitlist to Beehiiv', { exact: true })).toBeVisible()
  await expect(page.getByText('Please wait while we sync your waitlist entries...')).toBeVisible()
  release()
  await expect(page.getByText('Sync Complete')).toBeVisible()
  await expect(page.getByText('12 entries synced to Beehiiv with 0 errors.')).toBeVisible()
  await expect(page.getByText('Syncing waitlist to Beehiiv', { exact: true })).toBeHidden({ timeout: 5_000 })
  await expect(page.getByRole('button', { name: 'Sync to Beehiiv' })).toBeEnabled()
})

test(
  'details of errors are in the console, and a notice mentions them until the next sync',
  { tag: '@long' },
  async ({ page, expectConsole }) => {
    expectConsole(/did not take/)
    const results = [
      { success: false, synced: 3, errors: 2, details: ['ada@example.com: invalid'] },
      { success: true, synced: 2, errors: 0 },
    ]
    await page.route(SYNC, (route) => route.fulfill({ json: results.shift() }))
    await press(page)
    await expect(page.getByText('3 entries synced to Beehiiv with 2 errors.')).toBeVisible()
    await expect(page.getByText('Sync Details')).toBeVisible()
    await expect(page.getByText('Check console for detailed error information')).toBeVisible()

    await page.getByRole('button', { name: 'Sync to Beehiiv' }).click()
    await expect(page.getByText('2 entries synced to Beehiiv with 0 errors.')).toBeVisible()
    await expect(page.getByText('3 entries synced')).toBeHidden({ timeout: 5_000 })
    await expect(page.getByText('Sync Details')).toBeHidden({ timeout: 5_000 })
  },
)

for (const [what, answer, message] of [
  [
    'an error',
    { json: { success: false, synced: 0, errors: 0, error: { message: 'Beehiiv is not set up' } } },
    'Beehiiv is not set up',
  ],
  ['an error without words', { json: { error: { message: '' } } }, 'Unknown error'],
  ['no answer', null, 'The server cannot be reached right now.'],
  ['a page in place of an answer', { contentType: 'text/html', body: '<h1>Bad gateway</h1>' }, 'Unknown error'],
] as const) {
  test(`${what} is a failed sync`, async ({ page, expectConsole }) => {
    expectConsole(/Syncing to Beehiiv failed|ERR_FAILED/)
    await page.route(SYNC, (route) => (answer ? route.fulfill(answer) : route.abort()))
    await press(page)
    await expect(page.getByText('Sync Failed')).toBeVisible()
    await expect(page.getByText(`Error: ${message}`)).toBeVisible()
  })
}

test('a visitor who has not signed in is asked to sign in', async ({ page, expectConsole }) => {
  expectConsole(/401/)
  await press(page)
  await expect(page.getByText('Sync Failed')).toBeVisible()
  await expect(page.getByText(/Error: .*sign in/i)).toBeVisible()
})

test('an answer that is neither a result nor an error is unexpected', { tag: '@long' }, async ({ page }) => {
  await page.route(SYNC, (route) => route.fulfill({ json: {} }))
  await press(page)
  await expect(page.getByText('Unexpected Response', { exact: true })).toBeVisible()
  await expect(
    page.getByText('The sync function returned an unexpected response. Please check the logs.'),
  ).toBeVisible()
})
