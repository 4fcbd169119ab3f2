import type { Page } from '@playwright/test'
import { paths } from '#shared/site/paths.ts'
import { fakeSmtp } from '../test/services/fake-smtp.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { startServer } from '../test/servers/server.ts'
import { expect, test as base } from './fixtures.ts'
import { openDashboard } from './owner.ts'
import { expectSound } from './sound.ts'
import { newOwnPlace } from './own-place.ts'

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
    await using server = startServer({ ...place.env, SECRET_KEY, ADMIN_PASSWORD: OWNER_PASSWORD, RATE_LIMIT: 'off' })
    await server.line(/Firstchair/)
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
  await openDashboard(page)
  await page.getByRole('link', { name: 'Open the checklist' }).click()
  const checklist = page.getByRole('region', { name: 'Before you go public' })
  await expect(checklist.getByRole('listitem')).toHaveCount(7)
  await expectSound(page)
  await checklist.getByRole('link', { name: 'Go to Site' }).click()
  await expect(page).toHaveURL(/view=site/)
  await page.goBack()
  await checklist.getByRole('link', { name: 'Go to Backups' }).click()
  await page.getByRole('button', { name: /^Use .*backups$/ }).click()
  await expect(page.getByLabel('Folder of the nightly backups')).toHaveValue(/backups$/)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await page.getByLabel('Address of the site').fill(baseURL!)
  await page.getByLabel('Mail server').selectOption({ label: 'Another mail server' })
  await page.getByLabel('Host').fill(server.hostname)
  await page.getByLabel('Port', { exact: true }).fill(server.port)
  await page.getByLabel('Encryption', { exact: true }).selectOption({ label: 'STARTTLS' })
  await page.getByLabel('User').fill(server.username)
  await page.getByLabel('Password').fill(server.password)
  await page.getByRole('checkbox', { name: 'Allow a connection without encryption' }).check()
  await page.getByLabel('Sender').fill('Salon, Ltd <hello@salon.co.uk>')
  await save.click()

  const sender = page.getByLabel('Sender')
  await expect(sender).toBeFocused()
  await expect(sender).toHaveAccessibleDescription(
    /The setting MAIL_FROM must be one address like Firstchair <hello@waitlist.example>, but is "Salon, Ltd/,
  )
  await sender.fill('Salon <hello@salon.co.uk>')
  await save.click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(save).toBeHidden()

  await page.reload()
  await expect(sender).toHaveValue('Salon <hello@salon.co.uk>')
  await expect(page.getByLabel('Password')).toHaveValue('')
  await page.getByRole('link', { name: 'Integrations' }).click()
  await page.getByLabel('A real mail, to see that it arrives').fill('me@salon.co.uk')
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(page.getByText('The mail server took a test mail to me@salon.co.uk.')).toBeVisible()
  expect(smtp.mails.map(({ to }) => to)).toEqual([['me@salon.co.uk']])

  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(checklist.getByText(/A test mail has left/)).toBeVisible()
  await checklist.getByRole('button', { name: 'Close the list' }).click()
  await expect(page.getByRole('button', { name: 'Show the checklist for going public' })).toBeVisible()
  await expect(checklist).toBeHidden()

  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByText(/^Settings: .*Mail server/)).toBeVisible()
  await expect(page.locator('body')).not.toContainText(server.password)
})

test('what is typed while the settings are being saved stays, and is saved next', async ({ page }) => {
  await openDashboard(page, '/admin?view=settings')
  const days = page.getByLabel('An invitation stays open')
  const wait = page.getByLabel('Wait for a confirmation')
  const friends = page.getByLabel('Friends who count without a press')
  const plain = page.getByRole('checkbox', { name: 'Allow a connection without encryption' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const [freely, isPlain] = [await friends.inputValue(), await plain.isChecked()]
  await days.fill('21')
  await friends.fill('7')
  await plain.click()
  await page.getByLabel('Sender').fill('Salon <hello@salon.co.uk>')
  await page.getByLabel('Mail server').selectOption({ label: 'Another mail server' })
  await page.getByLabel('Host').fill('mail.salon.co.uk')
  await page.getByLabel('User').fill('salon')
  const answer = await holdSave(page)
  await page.getByLabel('Password').fill('half')
  await page.getByRole('button', { name: /^Undo.*Friends who count/ }).click()
  await plain.click()
  await wait.fill('9')
  answer()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  // The next key belongs to the field.
  await expect(wait).toBeFocused()
  await expect(wait).toHaveValue('9')
  await expect(days).toHaveValue('21')
  await expect(page.getByLabel('User')).toHaveValue('salon')
  await expect(page.getByLabel('Password')).toHaveValue('half')
  await expect(page.getByText('4 changes not saved yet')).toBeVisible()
  await expect(friends).toHaveValue(freely)
  await expect(plain).toBeChecked({ checked: isPlain })
  await save.click()
  await expect(save).toBeHidden()
  await page.reload()
  await expect(wait).toHaveValue('9')
  await expect(friends).toHaveValue(freely)
  await expect(plain).toBeChecked({ checked: isPlain })
})

test('a refusal does not move the focus from a field that is typed in meanwhile', async ({ page, expectConsole }) => {
  expectConsole(/status of 400/)
  await openDashboard(page, '/admin?view=settings')
  const days = page.getByLabel('An invitation stays open')
  await days.fill('many')
  const answer = await holdSave(page)
  await page.getByLabel('Wait for a confirmation').fill('9')
  answer()
  await expect(days).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Wait for a confirmation')).toBeFocused()
})

/** Presses Save, and holds the request until the returned function is called. */
async function holdSave(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  await page.route(`**${paths.api.adminSettings}`, async (route) => {
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
    for (const one of [page, phone]) await openDashboard(one, '/admin?view=settings')
    const save = (one: Page) => one.getByRole('button', { name: 'Save', exact: true }).click()
    const days = (one: Page) => one.getByLabel('An invitation stays open')
    await days(page).fill('21')
    await page.getByLabel('Sender').fill('Salon <hello@salon.co.uk>')
    await page.getByLabel('Mail server').selectOption({ label: 'Postmark' })
    await page.getByLabel('Password').fill('a-token-of-postmark')

    await days(phone).fill('14')
    await phone.getByLabel('Wait for a confirmation').fill('9')
    await save(phone)
    await expect(phone.getByText('Saved', { exact: true })).toBeVisible()
    // The conflict is found even if the first screen fetches the settings again before.
    const fetched = page.waitForResponse((response) => response.url().endsWith(paths.api.adminSettings))
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await fetched
    await save(page)

    await expect(page.getByText(/^Somebody else has changed the settings meanwhile/)).toBeVisible()
    await expect(days(page)).toHaveAccessibleDescription(/Somebody else has changed this to 14/)
    await expect(days(page)).toHaveValue('21')
    await expect(page.getByLabel('Sender')).toHaveValue('Salon <hello@salon.co.uk>')
    await expect(page.getByLabel('Host')).toHaveValue('smtp.postmarkapp.com')
    await expect(page.getByLabel('Password')).toHaveValue('a-token-of-postmark')
    await expect(page.getByLabel('Wait for a confirmation')).toHaveValue('9')
    await expectSound(page)
    await page.getByRole('button', { name: /^Undo.*Mail server/ }).click()
    await expect(page.getByLabel('Host')).toBeHidden()
    await save(page)
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await phone.reload()
    await expect(days(phone)).toHaveValue('21')
    await context.close()
  },
)
