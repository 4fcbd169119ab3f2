import { expect, test } from './fixtures.ts'
import { expectSound } from './sound.ts'
import { answer, freshEmail, heroForm, signUp } from './visitor.ts'

test('an unknown address is a 404 that leads home', async ({ page, expectConsole }) => {
  expectConsole(/404/)
  const response = await page.goto('/nowhere')
  expect(response!.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect(page).toHaveTitle(/Page not found/)
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(heroForm(page)).toBeVisible()
  await expect(page).toHaveTitle(/join the waitlist/)
})

test('a page whose script is gone says so', async ({ page, expectConsole }) => {
  expectConsole(/./)
  await page.route('**/assets/thank-you-page-*.js', (route) => route.abort())
  await page.goto('/thank-you?position=1&referral=AB12CD')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible()
})

test('going back from a page that failed shows the page before it', async ({ page, expectConsole }) => {
  expectConsole(/./)
  await page.route('**/assets/contact-page-*.js', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await page.goBack()
  await expect(heroForm(page)).toBeVisible()
})

test('a browser without scripts is told what is missing', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of ['/', '/form', '/thank-you']) {
    await page.goto(baseURL + path)
    await expect(page.locator('noscript p')).toHaveText(/needs JavaScript/)
    await expect(page.locator('noscript p')).toBeVisible()
    const header = (await page.locator('header').all())[0]
    const notice = (await page.locator('noscript p').boundingBox())!
    // Nothing lies over it.
    if (header) expect((await header.boundingBox())!.y).toBeGreaterThanOrEqual(notice.y + notice.height)
  }
  await context.close()
})

for (const [width, colorScheme] of [
  [360, 'light'],
  [1280, 'dark'],
] as const) {
  test(`no page has an accessibility defect or scrolls sideways at ${width} px, ${colorScheme}`, async ({
    page,
    expectConsole,
  }) => {
    test.setTimeout(180_000)
    expectConsole(/404|did not take/)
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })

    await page.goto('/nowhere')
    await expectSound(page)
    await page.goto('/?ref=AB12CD')
    await expectSound(page)
    if (width < 768) {
      await page.getByRole('button', { name: 'Open main menu' }).click()
      await expectSound(page)
      await page.keyboard.press('Escape')
    }
    while (await page.getByRole('button', { name: 'Learn More' }).count())
      await page.getByRole('button', { name: 'Learn More' }).first().click()
    await page.getByText('Read the film instead').click()
    // The page is darker here: its contrasts are others.
    await page.getByRole('button', { name: 'Play the film' }).scrollIntoViewIfNeeded()
    await expect(page.locator('html')).toHaveAttribute('data-dimmed')
    await expectSound(page)
    await page.getByRole('button', { name: 'Play the film' }).click()
    await expectSound(page)
    await heroForm(page).getByLabel('Email').fill('nonsense')
    await heroForm(page).getByRole('button', { name: 'Join Waitlist' }).click()
    await expect(page.getByText('Invalid Email')).toBeVisible()
    await expectSound(page)

    await page.goto('/?admin=true')
    await page.route('**/functions/v1/sync-to-beehiiv', (route) =>
      route.fulfill({ json: { success: false, synced: 1, errors: 1, details: ['one'] } }),
    )
    await page.getByRole('button', { name: 'Sync to Beehiiv' }).click()
    await expect(page.getByText('Sync Details')).toBeVisible()
    await expectSound(page)

    await page.goto('/contact')
    await expectSound(page)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByLabel('Your Name')).toHaveAttribute('aria-invalid', 'true')
    await expectSound(page)
    for (const label of ['Your Name', 'Your Email', 'Your Message'])
      await page.getByLabel(label).fill('ada@example.com')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
    await expectSound(page)
    await expect(page.getByText('Message sent')).toBeVisible()
    await expectSound(page)

    await page.goto('/')
    await signUp(page, freshEmail('axe'))
    await expectSound(page)
    for (let question = 1; question <= 7; question++) {
      await answer(page, { from: question, until: question + 1 })
      await expectSound(page)
    }
    for (const address of ['/thank-you?position=1234567&referral=AB12CD', '/thank-you']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
      await expectSound(page)
    }
  })
}
