import { expect, test } from './fixtures.ts'
import { openDashboard } from './owner.ts'
import { expectSound } from './sound.ts'

test('the owner imports a file: its columns, the preview, the import, and its undo', async ({
  page,
  expectConsole,
}) => {
  const word = crypto.randomUUID().slice(0, 8)
  const file = [
    'E-mail;Joined;Their code;Salon;Shoes;Status;SMS opt-out',
    `ann-${word}@old.example;2026-01-07;${word}-Ann;Corner ${word};38;active;no`,
    'nobody;2026-01-06;;;39;;',
    `bea-${word}@old.example;not yet;${word}-bea;Corner ${word};40;active;yes`,
    `cy-${word}@old.example;2026-01-05;${word}-cy;Corner ${word};37;;`,
    `out-${word}@old.example;2026-01-04;${word}-out;Corner ${word};36;unsubscribed;`,
  ].join('\n')
  await openDashboard(page, '/admin/figures?tab=submissions&range=all')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page).toHaveURL(/\/people\/import/)
  await expect(page.getByRole('heading', { name: 'Import' })).toBeFocused()

  const field = page.getByLabel('CSV file')
  expectConsole(/status of 400/)
  await field.setInputFiles({ name: 'half.csv', mimeType: 'text/csv', buffer: Buffer.from('email\n"ann@old.example') })
  await expect(page.getByRole('alert')).toHaveText(/^This file ends inside a quoted field that begins near line 2/)

  await field.setInputFiles({ name: 'old-list.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  const report = page.getByRole('region', { name: 'Preview' })
  await expect(report.getByText('new people')).toBeVisible()
  await expect(report.getByRole('button', { name: 'Import 3 people' })).toBeDisabled()
  const doubt = report.getByRole('group', { name: 'Does “SMS opt-out” say who may get email?' })
  await doubt.getByRole('button', { name: 'No, don’t import it' }).click()
  await expect(doubt).toHaveCount(0)
  await expect(report.getByRole('button', { name: 'Import 3 people' })).toBeEnabled()
  await expect(page.getByLabel('Column E-mail becomes')).toHaveValue('email')
  await expect(page.getByLabel('Column Their code becomes')).toHaveValue('')
  await page.getByLabel('Column Their code becomes').selectOption('Referral code')
  await expect(report.getByText('3 referral codes keep working.')).toBeVisible()
  await expect(report.getByRole('group', { name: '1 person in this file opted out' })).toBeVisible()
  await expect(report.getByRole('button', { name: 'Leave them out' })).toHaveAttribute('aria-pressed', 'true')
  await report.getByRole('button', { name: 'Import them without mail' }).click()
  await expect(report.getByRole('button', { name: 'Import 4 people' })).toBeEnabled()
  await report.getByRole('button', { name: 'Leave them out' }).click()
  await expect(report.getByRole('button', { name: 'Import 3 people' })).toBeEnabled()
  await expect(report.getByText('1 date couldn’t be read: “not yet” on line 4.')).toBeVisible()
  await expect(report.getByRole('button', { name: 'The oldest' })).toHaveAttribute('aria-pressed', 'true')
  await expect(report.getByText('from the last line of the file to the first')).toBeVisible()
  await report.getByText('Lines refused (1)').click()
  await expect(report.getByText('“nobody” is no email address')).toBeVisible()
  const download = page.waitForEvent('download')
  await report.getByRole('button', { name: 'Save the whole report' }).click()
  expect((await download).suggestedFilename()).toBe('import-report-old-list.csv')
  await page.getByText('How the file is read').click()
  await page.getByLabel('Order in line').selectOption({ label: 'Shoes' })
  await expect(report.getByText('ordered by “Shoes”, the smallest or earliest first')).toBeVisible()
  await expect(report.getByRole('list', { name: 'The first new people' }).locator('strong').first()).toHaveText(/^cy-/)
  await expectSound(page)

  // The request is lost. The columns stay as chosen, and a second press imports.
  expectConsole(/Failed to load resource/)
  await page.route('**/api/admin/imports?*', (route) => route.abort(), { times: 1 })
  await report.getByRole('button', { name: 'Import 3 people' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^The server didn’t answer/)
  await expect(page.getByLabel('Column Their code becomes')).not.toHaveValue('')
  await report.getByRole('button', { name: 'Import 3 people' }).click()
  await expect(page.getByText('Done. You’ll find everyone under People')).toBeVisible()
  const joined = await page.request.get(`/api/referral-codes/${word}-Ann`)
  expect(joined.status()).toBe(200)

  await page.getByRole('button', { name: 'Undo: Imported from a file' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('their places in line stay empty')
  await expectSound(page)
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await page.request.get(`/api/referral-codes/${word}-Ann`)).status()).toBe(404)
})
