import type { Page, Request } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { measure } from './measure.ts'
import { answer, freshEmail, heroForm, joinByApi, signUp, submit } from './visitor.ts'

const LOST =
  /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Signing up failed|Failed to fetch|\[object Event\]|does not answer|Too late/

test.beforeEach(({ expectConsole }) => expectConsole(LOST))

/**
 * Makes all requests for a script fail until the next navigation, because many browsers remember a failure. With
 * 'stalls', the requests neither succeed nor fail.
 */
async function lose(page: Page, pattern: string, how: 'fails' | 'stalls' = 'fails') {
  let state: 'next' | 'lost' | 'over' = 'next'
  page.on('request', (request) => {
    if (request.isNavigationRequest() && state === 'lost') state = 'over'
  })
  await page.route(pattern, (route) => {
    if (state === 'over') return route.continue()
    state = 'lost'
    if (how === 'fails') return route.abort()
  })
}

/** The files that a visitor fetches after the landing page, up to the first question. */
async function filesOfTheForm(page: Page, settled: () => Promise<void>): Promise<Set<string>> {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-alive')
  await settled()
  const files = new Set<string>()
  const see = (request: Request) => request.url().includes('/assets/') && files.add(new URL(request.url()).pathname)
  page.on('request', see)
  await signUp(page, freshEmail('first'))
  page.off('request', see)
  return files
}

test(
  'one lost request, of whichever script, does not keep a visitor from the questions',
  { tag: '@long' },
  async ({ page, settled }) => {
    test.slow()
    const files = await filesOfTheForm(page, settled)
    expect(files.size).toBeGreaterThan(5)
    for (const file of files) {
      await page.goto('/')
      await expect(page.locator('html')).toHaveAttribute('data-alive')
      await lose(page, `**${file}`)
      const email = freshEmail('lost')
      await signUp(page, email)
      await expect(page.getByText(email)).toBeVisible()
      await expect(page).toHaveURL('/form')
      await page.unrouteAll()
    }
  },
)

test('a request that stalls keeps nobody from joining, or from their number', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-alive')
  await lose(page, '**/assets/form-page-*.js', 'stalls')
  await heroForm(page).getByLabel('Email').fill('stalled@example.com')
  await heroForm(page).getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(heroForm(page).getByText('Processing...')).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(page.getByText('stalled@example.com')).toBeVisible()

  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-alive')
  await lose(page, '**/assets/thank-you-page-*.js', 'stalls')
  await signUp(page, freshEmail('stalled'))
  await answer(page)
  await submit(page)
  await expect(page.getByText('One moment...')).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(page.getByText(/^#\d+$/)).toBeVisible()
})

test('without a connection a visitor stays where they are, reads why, and goes on once it is back', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-alive')
  await context.setOffline(true)
  const form = heroForm(page)
  await form.getByLabel('Email').fill('offline@example.com')
  await form.getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(page.getByRole('alert').getByText('There is no connection right now; your email is kept.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(form.getByLabel('Email')).toHaveValue('offline@example.com')

  await context.setOffline(false)
  await form.getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(page.getByRole('heading', { name: 'What is your name?' })).toBeVisible()
  await expect(page.getByText('offline@example.com')).toBeVisible()
})

test('a page whose script is lost on the way there is loaded as a whole', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-alive')
  await lose(page, '**/assets/contact-page-*.js')
  await page.getByRole('link', { name: 'Contact Us' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.locator('html')).toHaveAttribute('data-alive')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByLabel('Your Name')).toBeFocused()
})

test('a page without a connection says so, and comes once it is back', async ({ page, context }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-alive')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(page.getByRole('alert')).toHaveText(/No connection. Please try again in a moment/)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(page.getByRole('heading', { name: 'Get in Touch' })).toBeVisible()
})

test(
  'a script that never comes is tried with one page load, and then its page says what is missing',
  { tag: '@long' },
  async ({ page, settled }) => {
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('data-alive')
    await page.route('**/assets/contact-page-*.js', (route) => route.abort())
    const loads: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()))
    await page.getByRole('link', { name: 'Contact Us' }).click()
    await expect(page.getByRole('alert')).toHaveText(/Sending the form needs a part of this page that is not here yet/)
    await expect(page.getByRole('heading', { name: 'Get in Touch' })).toBeVisible()
    // Gives the page time for a reload, which must not come.
    await settled()
    expect(loads).toHaveLength(1)

    await page.goBack()
    await expect(heroForm(page)).toBeVisible()
  },
)

test('a person who has joined sees their number, also if a script of that page was lost', async ({ page }) => {
  await page.goto('/')
  // A script of that page, which is prefetched.
  const lost = page.waitForEvent('requestfailed')
  await lose(page, '**/assets/milestones-*.js')
  await signUp(page, freshEmail('joined'))
  await answer(page)
  await submit(page)
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
  await expect(page).toHaveURL(/\/thank-you\?position=\d+&referral=\w{6}/)
  await expect(page.getByText(/^#\d+$/)).toBeVisible()
  await lost
})

test(
  'a part of the landing page that is lost is named in its place, and the rest stays',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/')
    await lose(page, '**/assets/film-player-*.js')
    const film = page.getByRole('region', { name: 'One Monday' })
    await film.getByRole('button', { name: 'Play the film' }).click()
    await film.getByRole('button', { name: 'Load again' }).click()
    await film.getByRole('button', { name: 'Play the film' }).click()
    await expect(film.locator('video')).toBeVisible()
  },
)

test(
  'without the check of codes, a pasted link still brings its code along',
  { tag: '@long' },
  async ({ page, request, baseURL }) => {
    const { referral_code } = await joinByApi(request, freshEmail('referrer'))
    await page.route('**/assets/check-code-*.js', (route) => route.abort())
    await page.goto('/')
    const form = heroForm(page)
    await form.getByRole('button', { name: 'Have a referral code?' }).click()
    await form.getByLabel('Referral code').fill(`${baseURL}/?utm_source=${'x'.repeat(80)}&ref=${referral_code}`)
    await signUp(page, freshEmail('friend'))
    await answer(page)
    const sent = page.waitForRequest('**/api/waitlist/entries')
    await submit(page)
    expect((await sent).postDataJSON()).toMatchObject({ used_referral_code: referral_code })
  },
)

test(
  'without the component that draws notices, a notice is shown plainly, the newest alone',
  { tag: '@long' },
  async ({ page }) => {
    await page.route('**/assets/toaster-*.js', (route) => route.abort())
    await page.goto('/')
    const email = heroForm(page).getByLabel('Email')
    for (const attempt of ['nonsense', 'more nonsense']) {
      await email.fill(attempt)
      await email.press('Enter')
      await expect(page.getByRole('alert')).toHaveText('Invalid Email. Please enter a valid email address.')
    }
    await email.fill('plain@example.com')
    await email.press('Enter')
    await expect(page).toHaveURL('/form')
    await expect(page.getByText('Invalid Email')).toBeHidden()
  },
)

test('a notice does not wait for the component that draws notices', async ({ page }) => {
  await page.clock.install()
  await page.route('**/assets/toaster-*.js', () => {})
  await page.goto('/')
  const email = heroForm(page).getByLabel('Email')
  await email.fill('nonsense')
  await email.press('Enter')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await page.clock.fastForward(3_000)
  await expect(page.getByRole('alert')).toHaveText('Invalid Email. Please enter a valid email address.')
})

test(
  'a visitor can change their mind about cookies although that script was lost',
  { tag: '@long' },
  async ({ page }) => {
    await measure(page, 'G-TEST123')
    await lose(page, '**/assets/consent-*.js')
    await page.goto('/contact')
    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible()
  },
)
