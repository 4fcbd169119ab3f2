import { expect, test } from './fixtures.ts'
import { OWNER_PASSWORD } from '../test/owner-password.ts'
import { newPlace, startServer } from '../test/server.ts'

test('the first start leads to an owner, who invites a reader, who sees nothing that they may not press', async ({
  browser,
}) => {
  test.slow()
  await using place = await newPlace()
  await using server = startServer({ ...place.env, RATE_LIMIT: 'off' })
  const link = (await server.line(/#setup=/)).trim().split(/\s+/).at(-1)!
  const owner = await (await browser.newContext()).newPage()
  await owner.goto(link)
  await owner.getByLabel('Email').fill('alex@example.com')
  await owner.getByLabel('New password').fill(OWNER_PASSWORD)
  await owner.getByRole('button', { name: 'Begin' }).click()
  // The first start goes on with the checklist.
  await expect(owner.getByRole('region', { name: 'Before you go public' })).toContainText('7 of 7 to see to.')
  await owner.getByRole('link', { name: 'Signed in as alex' }).click()
  const form = owner.getByRole('region', { name: 'Invite somebody' })
  await form.getByLabel('Name').fill('Robin')
  await form.getByLabel('Email').fill('robin@example.com')
  await form.getByRole('button', { name: 'Invite' }).click()
  const invitation = await form.getByRole('code').innerText()

  const reader = await (await browser.newContext()).newPage()
  await reader.goto(invitation)
  await reader.getByLabel('New password').fill('a password of my own')
  await reader.getByRole('button', { name: 'Open the dashboard' }).click()

  await expect(reader.getByRole('link', { name: 'Signed in as Robin' })).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Sync to Beehiiv' })).toBeDisabled()
  const sections = reader.getByRole('navigation', { name: 'Dashboard' })
  await expect(sections.getByRole('link')).toHaveText(['People', 'Figures', 'Waves', 'Activity'])
  await sections.getByRole('link', { name: 'People' }).click()
  await expect(reader.getByRole('heading', { name: /^People/ })).toBeVisible()
  for (const name of ['Export CSV', 'Import']) await expect(reader.getByText(name, { exact: true })).toHaveCount(0)

  // Signing in asks for an email now, and another session ends with the account.
  await reader.getByRole('button', { name: 'Sign Out' }).click()
  await reader.getByLabel('Email').fill('robin@example.com')
  await reader.getByLabel('Password').fill('a password of my own')
  await reader.getByRole('button', { name: 'Access Dashboard' }).click()
  await expect(reader.getByRole('link', { name: 'Signed in as Robin' })).toBeVisible()
  const row = owner.getByRole('listitem').filter({ hasText: 'robin@example.com' })
  await row.getByRole('button', { name: 'Disable: Robin' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(row.getByRole('button', { name: 'Enable' })).toBeVisible()
  await reader.getByRole('link', { name: 'Activity' }).click()
  await expect(reader.getByRole('button', { name: 'Access Dashboard' })).toBeVisible({ timeout: 40_000 })
})
