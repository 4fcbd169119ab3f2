import type { Page } from '@playwright/test'
import { fakeSmtp } from '../test/services/fake-smtp.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { expect, test as base } from './fixtures.ts'
import { isFree, openActivity, openDashboard } from './owner.ts'
import { expectSound } from './sound.ts'
import { newOwnPlace } from './own-place.ts'
import { ownServer } from './own-server.ts'
import { ROUTES } from '#shared/routes.ts'

/** A server of the test's own on which nothing is set up, and a mail server that it can be connected to. */
const test = base.extend<{ smtp: Awaited<ReturnType<typeof fakeSmtp>> }>({
  // oxlint-disable-next-line no-empty-pattern
  smtp: async ({}, use) => {
    await using smtp = await fakeSmtp({ isOnMailPort: true })
    await use(smtp)
  },
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

test('an owner sets up mail in the browser, and a mail arrives without a restart', async ({
  page,
  smtp,
  baseURL,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 400/)
  const server = new URL(smtp.url)
  await openDashboard(page, '/admin')
  await page.getByRole('link', { name: 'Finish the checklist' }).click()
  const checklist = page.getByRole('region', { name: 'Before you go public' })
  await expect(checklist.getByRole('listitem')).toHaveCount(8)
  await expectSound(page)
  await checklist.getByRole('link', { name: 'Go to Site and questions' }).first().click()
  await expect(page).toHaveURL(/\/settings\/site/)
  await page.goBack()
  await checklist.getByRole('link', { name: 'Go to Backups' }).click()
  await page.getByRole('button', { name: /^Use .*backups$/ }).click()
  await expect(page.getByLabel('Backup folder')).toHaveValue(/backups$/)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const open = (name: string) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click()
  await open('General')
  await page.getByLabel('Site address').fill(baseURL!)
  await save.click()
  await expect(save).toBeDisabled()
  // The other page keeps what was typed.
  await open('Backups')
  await save.click()
  await expect(save).toBeDisabled()
  await open('Mail')
  await page.getByLabel('Mail server').selectOption({ label: 'Another mail server' })
  await page.getByLabel('Host').fill(server.hostname)
  await page.getByLabel('Port', { exact: true }).fill(server.port)
  await page.getByLabel('Encryption', { exact: true }).selectOption({ label: 'None' })
  await page.getByLabel('User').fill(server.username)
  await page.getByLabel('Password').fill(server.password)
  await page.getByLabel('Sender', { exact: true }).fill('Salon, Ltd <hello@salon.co.uk>')
  await save.click()

  const sender = page.getByLabel('Sender', { exact: true })
  await expect(sender).toBeFocused()
  await expect(sender).toHaveAccessibleDescription(/Enter one address like Firstchair <hello@waitlist.example>/)
  await sender.fill('Salon <hello@salon.co.uk>')
  await save.click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(save).toBeDisabled()

  await page.reload()
  await expect(sender).toHaveValue('Salon <hello@salon.co.uk>')
  await expect(page.getByLabel('Password')).toHaveValue('')
  await page.getByLabel('Send a test email to').fill('me@salon.co.uk')
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('Sent to me@salon.co.uk.')).toBeVisible()
  expect(smtp.mails.map(({ to }) => to)).toEqual([['me@salon.co.uk']])

  await open('Checklist')
  await expect(checklist.getByText(/Test email sent/)).toBeVisible()
  await checklist.getByRole('button', { name: 'Hide checklist' }).click()
  await expect(page.getByRole('button', { name: 'Show checklist' })).toBeVisible()
  await expect(checklist.getByRole('listitem')).toHaveCount(0)

  await openActivity(page)
  await expect(page.getByText(/^Settings: .*Mail server/)).toBeVisible()
  await expect(page.locator('body')).not.toContainText(server.password)
})

test('what is typed while the settings are being saved stays, and is saved next', async ({ page }) => {
  await openDashboard(page, '/admin/settings/advanced')
  const keep = page.getByLabel('Data retention')
  const wait = page.getByLabel('Keep unconfirmed sign-ups for')
  const friends = page.getByLabel('Friends who count before they confirm')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const freely = await friends.inputValue()
  await keep.fill('21')
  await friends.fill('7')
  const answer = await holdSave(page)
  await page.getByRole('button', { name: /^Undo.*Friends who count/ }).click()
  await wait.fill('9')
  answer()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  // The notice lies on neither button.
  for (const button of [save, page.getByRole('button', { name: 'Discard', exact: true })]) {
    await button.scrollIntoViewIfNeeded()
    expect(await isFree(button)).toBe(true)
  }
  // The next key belongs to the field.
  await expect(wait).toBeFocused()
  await expect(wait).toHaveValue('9')
  await expect(keep).toHaveValue('21')
  await expect(friends).toHaveValue(freely)
  await save.click()
  await expect(save).toBeDisabled()
  await page.reload()
  await expect(wait).toHaveValue('9')
  await expect(friends).toHaveValue(freely)

  await page.getByRole('link', { name: 'Mail' }).click()
  const encryption = page.getByLabel('Encryption', { exact: true })
  await page.getByLabel('Sender', { exact: true }).fill('Salon <hello@salon.co.uk>')
  await page.getByLabel('Mail server').selectOption({ label: 'Another mail server' })
  await page.getByLabel('Host').fill('mail.salon.co.uk:587')
  await page.getByLabel('User').fill('salon')
  await expect(encryption).toHaveValue('starttls')
  await encryption.selectOption({ label: 'None' })
  const answered = await holdSave(page)
  await page.getByLabel('Password').fill('half')
  await encryption.selectOption({ label: 'STARTTLS' })
  answered()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByLabel('User')).toHaveValue('salon')
  await expect(page.getByLabel('Password')).toHaveValue('half')
  await expect(save).toBeEnabled()
  await save.click()
  await expect(save).toBeDisabled()
  await page.reload()
  await expect(encryption).toHaveValue('starttls')

  // A notice and the log say what an undo has changed.
  await openActivity(page)
  await page
    .getByRole('listitem')
    .filter({ hasText: /default → 9/ })
    .getByRole('button', { name: /^Undo/ })
    .click()
  // The notice goes by itself, perhaps before the log has been read again.
  for (const place of [page.getByRole('region', { name: 'Notices' }), page.locator('#page')]) {
    await expect(place.getByText(/^Undone: settings: /)).toBeVisible()
    await expect(place.getByText(/: 9 → default/)).toBeVisible()
  }
})

test('a refusal does not move the focus from a field that is typed in meanwhile', async ({ page, expectConsole }) => {
  expectConsole(/status of 400/)
  await openDashboard(page, '/admin/settings/advanced')
  const keep = page.getByLabel('Data retention')
  await keep.fill('many')
  const answer = await holdSave(page)
  await page.getByLabel('Keep unconfirmed sign-ups for').fill('9')
  answer()
  await expect(keep).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Keep unconfirmed sign-ups for')).toBeFocused()
})

/** Presses Save, and holds the request until the returned function is called. */
async function holdSave(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  await page.route(`**${ROUTES.settings.path}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    sent.resolve()
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await sent.promise
  return held.resolve
}

test(
  'of two owners who change the same settings at once, the second is told, and loses nothing of what they typed',
  { tag: '@long' },
  async ({ page, browser, baseURL, expectConsole }) => {
    expectConsole(/status of 409/)
    const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 360, height: 740 } })
    const phone = await context.newPage()
    for (const one of [page, phone]) await openDashboard(one, '/admin/settings/mail')
    const save = (one: Page) => one.getByRole('button', { name: 'Save', exact: true }).click()
    const sender = (one: Page) => one.getByLabel('Sender', { exact: true })
    await sender(page).fill('Salon <hello@salon.co.uk>')
    await page.getByLabel('Mail server').selectOption({ label: 'Postmark' })
    await page.getByLabel('Password').fill('a-token-of-postmark')

    await sender(phone).fill('Phone <hello@salon.co.uk>')
    await save(phone)
    await expect(phone.getByText('Saved', { exact: true })).toBeVisible()
    // The conflict is found even if the first screen fetches the settings again before.
    const fetched = page.waitForResponse((response) => response.url().endsWith(ROUTES.settings.path))
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await fetched
    await save(page)

    await expect(page.getByText(/^Someone else changed these settings/)).toBeVisible()
    await expect(sender(page)).toHaveAccessibleDescription(/Someone else changed this to Phone/)
    await expect(sender(page)).toHaveValue('Salon <hello@salon.co.uk>')
    await expect(page.getByLabel('Host')).toHaveValue('smtp.postmarkapp.com')
    await expect(page.getByLabel('Password')).toHaveValue('a-token-of-postmark')
    await expectSound(page)
    await page.getByRole('button', { name: /^Undo.*Mail server/ }).click()
    await expect(page.getByLabel('Host')).toBeHidden()
    await save(page)
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await phone.reload()
    await expect(sender(phone)).toHaveValue('Salon <hello@salon.co.uk>')
    await context.close()
  },
)
