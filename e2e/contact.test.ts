import type { Page } from '@playwright/test'
import { site } from '#shared/site/site.ts'
import { expect, test } from './fixtures.ts'

const CONTACT = '**/api/contact'
const LETTER = {
  'Your Name': 'Ada Fade',
  'Your Email': 'ada@example.com',
  'Your Message': 'Do you work with nail bars?',
}

async function write(page: Page) {
  for (const [label, text] of Object.entries(LETTER)) await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: 'Send Message' }).click()
}

test('a message is sent, the button says Sending... for a second and a half, and the form is empty again', async ({
  page,
}) => {
  await page.goto('/contact')
  await expect(page.getByRole('link', { name: site().brand.supportEmail }).first()).toBeVisible()
  await expect(page.getByText(site().brand.address.at(-1)!)).toBeVisible()
  await expect(page.getByLabel('Your Message')).toHaveAttribute('rows', '5')
  const answered = page.waitForResponse(CONTACT)
  const started = Date.now()
  await write(page)
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
  const response = await answered
  expect(response.status()).toBe(202)
  expect(response.request().postDataJSON()).toEqual({
    name: 'Ada Fade',
    email: 'ada@example.com',
    message: 'Do you work with nail bars?',
  })
  await expect(page.getByText('Message sent')).toBeVisible()
  expect(Date.now() - started).toBeGreaterThanOrEqual(1500)
  for (const label of Object.keys(LETTER)) await expect(page.getByLabel(label)).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeVisible()
})

test('a failure keeps the typed text, and is reported', async ({ page, expectConsole }) => {
  expectConsole(/503|was not sent/)
  await page.route(CONTACT, (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: '' } } }),
  )
  await page.goto('/contact')
  await write(page)
  await expect(page.getByText('There was a problem sending your message')).toBeVisible()
  for (const [label, text] of Object.entries(LETTER)) await expect(page.getByLabel(label)).toHaveValue(text)
  await page.unroute(CONTACT)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message sent')).toBeVisible()
  await expect(page.getByText('There was a problem sending your message')).toBeHidden({ timeout: 5_000 })
})

test('every field is required, the email must be valid, and each field reports its own fault', async ({ page }) => {
  await page.goto('/contact')
  await page.getByLabel('Your Message').fill('   ')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByLabel('Your Name')).toBeFocused()
  for (const label of Object.keys(LETTER)) {
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(/\w/)
  }
  await page.getByLabel('Your Name').fill('Ada')
  await expect(page.getByLabel('Your Name')).not.toHaveAttribute('aria-invalid')
  await page.getByLabel('Your Message').fill('Hello')
  await page.getByLabel('Your Email').fill('ada')
  await page.getByLabel('Your Email').press('Enter')
  await expect(page.getByLabel('Your Email')).toBeFocused()
  await expect(page.getByLabel('Your Email')).toHaveAccessibleDescription(/@/)
})

test('an unfinished message is restored when the visitor comes back, and is gone once it was sent', async ({
  page,
}) => {
  await page.goto('/contact')
  for (const [label, text] of Object.entries(LETTER)) await page.getByLabel(label).fill(text)
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  for (const [label, text] of Object.entries(LETTER)) await expect(page.getByLabel(label)).toHaveValue(text)
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain('Ada')

  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message sent')).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.goBack()
  for (const label of Object.keys(LETTER)) await expect(page.getByLabel(label)).toHaveValue('')
})

test('pressing twice sends one message', { tag: '@long' }, async ({ page }) => {
  let messages = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contact')) messages++
  })
  await page.goto('/contact')
  await write(page)
  await page.getByRole('button', { name: 'Sending...' }).click()
  await expect(page.getByText('Message sent')).toBeVisible()
  expect(messages).toBe(1)
})

test('a message submitted before its form is hydrated is sent after hydration', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/contact-page-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.setViewportSize({ width: 360, height: 740 })
  const asked = page.waitForRequest('**/assets/contact-page-*.js')
  await page.goto('/contact', { waitUntil: 'commit' })
  await asked
  await page.getByRole('button', { name: 'Open main menu' }).click()
  await write(page)
  release()
  await expect(page.getByText('Message sent')).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Home' })).toBeVisible()
})

test(
  'an immediate failure still says Sending... for a second and a half',
  { tag: '@long' },
  async ({ page, expectConsole }) => {
    expectConsole(/ERR_FAILED|was not sent/)
    await page.route(CONTACT, (route) => route.abort())
    await page.goto('/contact')
    const started = Date.now()
    await write(page)
    await expect(page.getByText('There was a problem sending your message')).toBeVisible()
    expect(Date.now() - started).toBeGreaterThanOrEqual(1500)
  },
)
