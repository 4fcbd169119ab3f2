import { expect } from './fixtures.ts'
import { test } from './outside.ts'
import { openDashboard } from './owner.ts'
import { expectSound } from './sound.ts'
import { freshEmail, joinByApi } from './visitor.ts'

test('an owner writes an update, is told what is wrong, sends it, and sees who got it', async ({
  page,
  startWith,
  outside: { smtp },
  expectConsole,
}) => {
  expectConsole(/sandboxed/)
  await startWith('smtp')
  const email = freshEmail('reader')
  await joinByApi(page.request, email)
  await openDashboard(page, '/admin/messages/updates')
  await page.getByRole('button', { name: 'New update' }).click()
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  await expectSound(page)
  await page.getByLabel('Subject').fill('We open in June')
  await page.getByLabel('Text', { exact: true }).fill('Hello {first_name},\n\nsee https://news.example/plan')
  await page.getByRole('button', { name: /^Send to/ }).click()
  await expect(page.getByText(/Say what to write without a name/)).toBeVisible()
  await page.getByLabel('Text', { exact: true }).fill('Hello {first_name|there},\n\nsee https://news.example/plan')
  await expect(page.frameLocator('iframe').getByText('Hello there,', { exact: true })).toBeVisible()
  await expect(page.getByText('Draft saved.')).toBeVisible()

  await page.getByRole('button', { name: 'Send to 1 person' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('1 of 1')).toBeVisible()
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible()
  await expectSound(page)
  expect(smtp.mails.filter(({ subject }) => subject === 'We open in June').map(({ to }) => to)).toEqual([[email]])
})
