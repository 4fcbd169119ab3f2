import { site } from '#shared/site/site.ts'
import { expect, test } from './fixtures.ts'
import { openDashboard } from './owner.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { ROUTES } from '#shared/routes.ts'

const MOST_SCRIPT_BYTES = 260_000

test('the sign-in form refuses a wrong password, accepts the right one, and comes back after signing out', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401/)
  await page.goto('/admin')
  await expect(page).toHaveTitle(/Dashboard/)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  const password = page.getByLabel('Password')
  await expect(password).toHaveAttribute('required')
  await expect(password).toBeFocused()
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await expect(password).toHaveAccessibleDescription('Please enter your password.')
  await expect(password).toBeFocused()

  await password.fill('guess')
  await expect(page.getByText('Please enter your password.')).toBeHidden()
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await expect(page.getByText('Access Denied')).toBeVisible()
  await expect(page.getByText('The password you entered is incorrect.')).toBeVisible()
  await expect(password).toBeFocused()
  // A notice about the next attempt replaces that one.
  await password.fill('another guess')
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await expect(page.getByRole('button', { name: 'Checking...' })).toBeHidden()
  await expect(page.getByText('Access Denied')).toHaveCount(1)

  await password.fill(OWNER_PASSWORD)
  await password.press('Enter')
  await expect(page.getByText("You've successfully logged into the admin dashboard.")).toBeVisible()
  // By itself, the notice would stay for ten seconds.
  await expect(page.getByText('Access Denied')).toBeHidden({ timeout: 8_000 })
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.getByRole('link', { name: 'Figures' }).click()
  await expect(page.getByRole('heading', { name: 'Waitlist Dashboard' })).toBeVisible()
  await expect(page.getByText('Track and analyze customer waitlist sign-ups and preferences')).toBeVisible()
  expect(await page.evaluate(() => localStorage.dashboardAuthenticated)).toBe('true')

  await page.reload()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(password).toBeFocused()
  expect(await page.evaluate(() => localStorage.dashboardAuthenticated)).toBeUndefined()
  expect((await page.request.get('/api/admin/summary')).status()).toBe(401)
})

test('after too many wrong passwords, the sign-in form says how long to wait', async ({ page, expectConsole }) => {
  expectConsole(/429/)
  await page.route('**/api/admin/session', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, headers: { 'retry-after': '42' }, json: { error: { code: 'rate-limited' } } })
      : route.continue(),
  )
  await page.goto('/admin')
  await page.getByLabel('Password').fill('guess')
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await expect(page.getByText('Please wait 42 seconds, then try again.')).toBeVisible()
})

test('a link that could not be checked is tried again, and the focus goes to what is found', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED|status of 4/)
  await page.route(`**${ROUTES.accountLink.path}`, (route) => route.abort(), { times: 1 })
  await page.goto('/admin#invitation=nobodys')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeFocused()
})

test('an ended session leads back to the sign-in form and removes the flag', async ({ page, expectConsole }) => {
  expectConsole(/401/)
  await openDashboard(page)
  await expect(page.getByRole('region', { name: 'Total Sign-ups' })).toBeVisible()
  await page.context().clearCookies()
  // A refresh may end the session on the screen before this click.
  const signIn = page.getByRole('heading', { name: 'Admin Dashboard' })
  await page.getByRole('button', { name: 'All time' }).or(signIn).click()
  await expect(signIn).toBeVisible()
  await expect(page.getByText('Your session is over. Please enter your password again.')).toHaveCount(1)
  expect(await page.evaluate(() => localStorage.dashboardAuthenticated)).toBeUndefined()
})

test('a session that ends elsewhere ends here within seconds', async ({ page, expectConsole }) => {
  expectConsole(/401/)
  await openDashboard(page)
  await expect(page.locator('.live')).toHaveAttribute('data-state', 'live')
  await page.request.delete('/api/admin/session')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
})

test('the tabs of a browser sign in and out together', { tag: '@long' }, async ({ page }) => {
  await openDashboard(page)
  const other = await page.context().newPage()
  await other.goto('/admin/figures?tab=pricing')
  await expect(other.getByRole('heading', { name: 'Waitlist Dashboard' })).toBeVisible()

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(other.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()

  await other.getByLabel('Password').fill(OWNER_PASSWORD)
  await other.getByLabel('Password').press('Enter')
  await expect(other.getByRole('heading', { name: 'Price Range Preferences' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waitlist Dashboard' })).toBeVisible()
})

test(
  'without a network, the dashboard says that it failed, and refreshes when the network is back',
  { tag: '@long' },
  async ({ page, expectConsole }) => {
    expectConsole(/ERR_INTERNET_DISCONNECTED|could not be refreshed/)
    await openDashboard(page)
    await expect(page.getByRole('region', { name: 'Total Sign-ups' })).toBeVisible()
    const names = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    await expect.poll(async () => (await names()).some((name) => name.includes('toaster'))).toBe(true)

    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('You could not be signed out. Please try again.')).toBeVisible()
    await page.getByRole('button', { name: '7 days' }).click()
    const warning = page.getByText('Not up to date. Trying again...')
    await expect(warning).toBeVisible()
    // On a phone, the warning is below the name of the list, not over it.
    await page.setViewportSize({ width: 360, height: 740 })
    const name = (await page.getByRole('link', { name: site().brand.name }).boundingBox())!
    expect((await warning.boundingBox())!.y).toBeGreaterThanOrEqual(name.y + name.height)
    await page.context().setOffline(false)
    await expect(page.getByRole('region', { name: 'Total Sign-ups' })).toContainText('Last 7 days')
  },
)

test('a browser with a session needs no password, whatever its flag says', async ({ page }) => {
  await page.request.post('/api/admin/session', { data: { password: OWNER_PASSWORD } })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
})

test('the dashboard is hidden from search engines, small enough, and not loaded by any other page', async ({
  page,
  settled,
}) => {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  const contents = () => Promise.all([...scripts].map(async (url) => (await page.request.get(url)).text()))

  for (const path of ['/', '/contact', '/form', '/thank-you?position=1&referral=AB12CD']) {
    await page.goto(path)
    await settled()
  }
  const isAdmin = (source: string) => source.includes('Waitlist Dashboard')
  expect(scripts.size).toBeGreaterThan(2)
  expect((await contents()).some(isAdmin)).toBe(false)

  scripts.clear()
  await openDashboard(page)
  await expect(page.getByRole('region', { name: 'Industry Distribution' })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  expect((await contents()).some(isAdmin)).toBe(true)
  const sizes = [...scripts].map(async (url) => {
    const response = await page.request.get(url, { headers: { 'accept-encoding': 'br' } })
    expect(response.headers()['content-encoding']).toBe('br')
    return Number(response.headers()['content-length'])
  })
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
})
