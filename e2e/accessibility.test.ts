import type { Page } from '@playwright/test'
import { site } from '#shared/site/site.ts'
import { pageList } from '#shared/site/pages.ts'
import { expect, test } from './fixtures.ts'
import { measure } from './measure.ts'
import { atSizes, enlargeNarrow, expectSoundAt } from './sound.ts'
import { addressOf, answer, breakNumbers, freshEmail, heroForm, signUp, submit, walk } from './visitor.ts'

/** Fields that the server refuses, and the questions that they belong to. */
const REFUSED = [
  ['price_range', 'price_range'],
  ['other_goal', 'goals'],
  ['job_industry', 'job_industry'],
  ['full_name', 'full_name'],
] as const

// Every state of every public page has no accessibility defect, does not scroll sideways, and fits with larger text.
for (const { width, colorScheme, larger, tag } of [
  { width: 360, colorScheme: 'light', larger: ['120%', '200%'], tag: '@fonts' },
  { width: 1280, colorScheme: 'dark', larger: [], tag: '@long' },
] as { width: number; colorScheme: 'light' | 'dark'; larger: string[]; tag: string | string[] }[]) {
  const expectGood = (page: Page) => expectSoundAt(page, larger)
  test.describe(`at ${width} px, ${colorScheme}`, { tag }, () => {
    test.slow()
    test.use({ viewport: { width, height: 800 }, colorScheme })
    test.beforeEach(({ page }) => enlargeNarrow(page))

    test('the landing page', async ({ page }) => {
      await page.goto('/?ref=AB12CD')
      await expect(page.getByText(/already joined/)).toBeVisible()
      await expectGood(page)
      while (await page.getByRole('button', { name: 'Learn More' }).count())
        await page.getByRole('button', { name: 'Learn More' }).first().click()
      await page.getByText('Read the film instead').click()
      // The page is darker here, so its contrasts differ.
      await page.getByRole('button', { name: 'Play the film' }).scrollIntoViewIfNeeded()
      await expect(page.locator('html')).toHaveAttribute('data-dimmed')
      await expectGood(page)
      await page.getByRole('button', { name: 'Play the film' }).click()
      await expectGood(page)
    })

    test('notices', async ({ page, expectConsole }) => {
      expectConsole(/did not take/)
      await page.goto('/')
      await heroForm(page).getByLabel('Email').fill('nonsense')
      await heroForm(page).getByRole('button', { name: 'Join Waitlist' }).click()
      await expect(page.getByText('Invalid Email')).toBeVisible()
      await expectGood(page)
      // The notice covers no button of the header. It stays for ten seconds, longer than the time-out.
      const menu = page.getByRole('button', { name: 'Open main menu' })
      const reach = () => menu.click({ trial: true, timeout: 8_000 })
      if (width < 768) await reach().then(() => atSizes(page, larger, reach))
      await page.goto('/?admin=true')
      await page.route('**/functions/v1/sync-to-beehiiv', (route) =>
        route.fulfill({ json: { success: false, synced: 1, errors: 1, details: ['one'] } }),
      )
      await page.getByRole('button', { name: 'Sync to Beehiiv' }).click()
      await expect(page.getByText('Sync Details')).toBeVisible()
      await expectGood(page)
    })

    test('the open menu', async ({ page }) => {
      await page.goto('/')
      await page.setViewportSize({ width: 360, height: 640 })
      await page.getByRole('button', { name: 'Open main menu' }).click()
      const seeAll = () => expect(page.getByRole('link', { name: 'Contact Us' })).toBeInViewport({ ratio: 1 })
      await seeAll()
      await atSizes(page, larger, seeAll)
      await expectGood(page)
    })

    test('the question about cookies', async ({ page }) => {
      await measure(page, 'G-QW56ER78TY')
      await page.goto('/')
      await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible()
      await expectGood(page)
    })

    test('every page of the sitemap, as it opens', async ({ page }) => {
      for (const { path } of pageList.filter(({ name }) => site().pages[name].description !== null)) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectGood(page)
      }
    })

    test('the contact page', async ({ page }) => {
      await page.goto('/contact')
      await expectGood(page)
      await page.getByRole('button', { name: 'Send Message' }).click()
      await expect(page.getByLabel('Your Name')).toHaveAttribute('aria-invalid', 'true')
      await expectGood(page)
      for (const label of ['Your Name', 'Your Email', 'Your Message'])
        await page.getByLabel(label).fill('ada@example.com')
      await page.getByRole('button', { name: 'Send Message' }).click()
      await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
      await expectGood(page)
      await expect(page.getByText('Message sent')).toBeVisible()
      await expectGood(page)
    })

    test('each question, answered and refused', async ({ page, expectConsole }) => {
      expectConsole(/400/)
      await page.goto('/')
      await signUp(page, freshEmail('sound'))
      for (const [index, { name }] of site().questions.entries()) {
        await expectGood(page)
        await answer(page, { from: name, until: site().questions[index + 1]?.name })
      }
      await expectGood(page)
      let open = site().questions.at(-1)!.name
      for (const [field, question] of REFUSED) {
        const error = { code: 'invalid-input', message: 'no', fields: { [field]: 'is too long' } }
        await page.route('**/api/waitlist/entries', (route) => route.fulfill({ status: 400, json: { error } }))
        await walk(page, open)
        await submit(page)
        await expect(page).toHaveURL(addressOf(question))
        await expect(page.getByText('Please check this answer.')).toBeVisible()
        await expectGood(page)
        open = question
      }
      // On a phone, the notice covers this button for ten seconds, but the keyboard reaches it.
      await page.getByRole('button', { name: 'Change email' }).press('Enter')
      await page.getByLabel('Your email', { exact: true }).fill('nonsense')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('An email address has an @ in it')).toBeVisible()
      await expectGood(page)
      await page.goto('/')
      await expect(page.getByRole('link', { name: 'Continue where you left off' })).toBeVisible()
      await expectGood(page)
    })

    test('the position, and the menu of networks', async ({ page }) => {
      await page.addInitScript(() => delete (Navigator.prototype as Partial<Navigator>).share)
      for (const address of ['/thank-you', '/thank-you?position=1234567&referral=AB12CD']) {
        await page.goto(address)
        await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
        await expectGood(page)
      }
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await expect(page.getByRole('menuitem', { name: 'Twitter' })).toBeFocused()
      await expectGood(page)
    })

    test('pages that do not exist, or cannot be shown', async ({ page, expectConsole }) => {
      expectConsole(/./)
      await page.goto('/nowhere')
      await expectGood(page)
      await page.route('**/assets/contact-page-*.js', (route) => route.abort())
      await page.goto('/contact')
      await expect(page.getByRole('alert')).toBeVisible()
      await expectGood(page)
      await page.route('**/assets/place-page-*.js', (route) => route.abort())
      await page.goto('/place')
      await expect(page.getByRole('alert')).toBeVisible()
      await expectGood(page)
      await breakNumbers(page)
      await page.goto('/thank-you?position=3&referral=AB12CD')
      await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
      await expectGood(page)
    })
  })
}
