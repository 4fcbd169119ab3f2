import { expect, test } from './fixtures.ts'
import { openDashboard } from './owner.ts'
import { expectSound } from './sound.ts'

test('an owner makes a key, a program uses it, and the owner revokes it', async ({ page, request }) => {
  await openDashboard(page, '/admin/settings')
  await page.getByRole('link', { name: 'API & webhooks' }).click()
  const name = `Salon app ${crypto.randomUUID()}`
  const form = page.getByRole('region', { name: 'Create API key' })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('checkbox', { name: /^Join/ }).check()
  await form.getByRole('button', { name: 'Create key' }).click()
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
