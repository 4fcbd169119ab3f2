import { expect, test } from './fixtures.ts'
import { openDashboard } from './owner.ts'
import { expectSound } from './sound.ts'

test('an owner makes a key, a program uses it, and the owner revokes it', async ({ page, request }) => {
  await openDashboard(page, '/admin?view=settings')
  await page.getByRole('link', { name: 'API keys' }).click()
  const name = `Salon app ${crypto.randomUUID()}`
  const form = page.getByRole('region', { name: 'Make a key' })
  await form.getByLabel('Name').fill(name)
  await form.getByRole('checkbox', { name: /^Join/ }).check()
  await form.getByRole('button', { name: 'Make the key' }).click()
  const key = await form.getByRole('code').innerText()
  await expectSound(page)

  const call = () => request.get('/api/v1/entries?limit=1', { headers: { authorization: `Bearer ${key}` } })
  expect((await call()).status()).toBe(200)
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('Read, Join')
  await expect(row).toContainText('last used')
  await expect(page.getByText(key)).toHaveCount(0)
  await row.getByRole('button', { name: `Revoke: ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toHaveCount(0)
  expect((await call()).status()).toBe(401)
})

test('an owner adds a webhook, tries it, and reads in its log why nothing was delivered', async ({ page }) => {
  await openDashboard(page, '/admin?view=programs')
  const name = `Our CRM ${crypto.randomUUID()}`
  const form = page.getByRole('region', { name: 'Add a webhook' })
  await form.getByLabel('Name', { exact: true }).first().fill(name)
  // A name of the reserved domain, which DNS does not know.
  await form.getByLabel('Address').fill('https://hooks.invalid/here')
  await form.getByRole('checkbox', { name: 'Email' }).check()
  await form.getByRole('button', { name: 'Add the webhook' }).click()
  await expect(form.getByRole('code')).toHaveText(/^whsec_/)

  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('2 events · with email')
  await row.getByRole('button', { name: `Send a test: ${name}` }).click()
  await expect(row.getByText('1 of 8 attempts failed')).toBeVisible()
  await expect(row.getByText('The last attempt failed.')).toBeVisible()
  await row.getByText('Why').click()
  await expect(row.getByText(/DNS|request failed/)).toBeVisible()
  await expectSound(page)
  await row.getByRole('button', { name: `Switch off: ${name}` }).click()
  await expect(row.getByText('Switched off')).toBeVisible()
  await row.getByRole('button', { name: `Delete: ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
})
