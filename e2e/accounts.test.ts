import type { Browser, Page } from '@playwright/test'
import { runOnce } from '../test/servers/database.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { startServer } from '../test/servers/server.ts'
import { expect, test } from './fixtures.ts'
import { newOwnPlace } from './own-place.ts'

test('the first start leads to an owner with a passkey, who invites a reader, who sees nothing that they may not press', async ({
  browser,
}) => {
  // One story of two people, who sign in six times.
  test.slow()
  await using place = await newOwnPlace({ hasOwner: false })
  await using server = startServer({ ...place.env, RATE_LIMIT: 'off' })
  const link = (await server.line(/#setup=/)).trim().split(/\s+/).at(-1)!
  const { page: owner } = await somebody(browser)
  await owner.goto(link)
  await owner.getByLabel('Email').fill('alex@example.com')
  await owner.getByLabel('New password').fill(OWNER_PASSWORD)
  await owner.getByRole('button', { name: 'Begin' }).click()
  // The first start continues with the checklist.
  await expect(owner.getByRole('region', { name: 'Before you go public' })).toContainText('7 of 7 left to do.')
  await addOffered(owner)

  // The sign-in form asks for a passkey by autofill, and the device of this browser answers at once.
  const byPasskey = owner.waitForResponse('**/api/admin/session/passkey')
  await owner.getByRole('button', { name: 'Sign Out' }).click()
  expect((await byPasskey).status()).toBe(204)
  await owner.getByRole('link', { name: 'Signed in as alex' }).click()
  const passkeys = owner.getByRole('region', { name: 'Your passkeys' })
  await passkeys.getByRole('button', { name: 'Rename' }).click()
  await passkeys.getByLabel('Name').fill('Laptop of the salon')
  await passkeys.getByRole('button', { name: 'Save' }).click()
  await expect(passkeys.getByRole('listitem')).toContainText(/Laptop of the salonAdded .* last used/)

  // An hour later, the owner proves their identity again, with a passkey.
  await runOnce(place.connection, `update admin_sessions set proven_at = now() - interval '1 hour'`)
  const form = owner.getByRole('region', { name: 'Invite somebody' })
  await form.getByLabel('Name').fill('Robin')
  await form.getByLabel('Email').fill('robin@example.com')
  await form.getByRole('button', { name: 'Invite' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click()
  const invitation = await form.getByRole('code').innerText()

  await owner.getByRole('link', { name: 'Settings' }).click()
  await owner.getByLabel('Address of the site').fill('https://waitlist.example')
  await expect(owner.getByText('The passkey of this list works only at localhost.')).toBeVisible()
  await owner.getByLabel('Address of the site').fill('http://localhost:1234')
  await expect(owner.getByText('The passkey of this list works only at localhost.')).toBeHidden()
  await owner.getByLabel('Address of the site').fill('https://localhost:1234')
  await expect(owner.getByText('After this change, everybody signs in again.')).toBeVisible()

  const { page: reader, press } = await somebody(browser)
  // While the server starts anew, the link stays good.
  await reader.route('**/api/admin/session/link', (route) => route.fulfill({ status: 503 }), { times: 1 })
  await reader.goto(invitation)
  await reader.getByRole('button', { name: 'Try again' }).click()
  await reader.getByLabel('New password').fill('a password of my own')
  await reader.getByRole('button', { name: 'Open the dashboard' }).click()
  await addOffered(reader)
  await expect(reader.getByRole('link', { name: 'Signed in as Robin' })).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Sync to Beehiiv' })).toBeDisabled()
  const sections = reader.getByRole('navigation', { name: 'Dashboard' })
  await expect(sections.getByRole('link')).toHaveText(['People', 'Figures', 'Waves', 'Activity'])
  await sections.getByRole('link', { name: 'People' }).click()
  await expect(reader.getByRole('heading', { name: /^People/ })).toBeVisible()
  for (const name of ['Export CSV', 'Import']) await expect(reader.getByText(name, { exact: true })).toHaveCount(0)

  // Signing in asks for an email now, or for a passkey.
  await press(false)
  await reader.getByRole('button', { name: 'Sign Out' }).click()
  await reader.getByLabel('Email').fill('robin@example.com')
  await reader.getByLabel('Password').fill('a password of my own')
  await reader.getByRole('button', { name: 'Access Dashboard' }).click()
  await reader.getByRole('button', { name: 'Sign Out' }).click()
  const choose = reader.getByRole('button', { name: 'Use a passkey' })
  await expect(choose).toBeVisible()
  // In a browser without passkey autofill, which would take the touch of the device.
  await reader.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await reader.reload()
  await press(true)
  await choose.click()
  await expect(reader.getByRole('link', { name: 'Signed in as Robin' })).toBeVisible()

  // A recovery ends passwords, passkeys and sessions, and offers a new passkey.
  await owner.getByRole('link', { name: 'Signed in as alex' }).click()
  const row = owner.getByRole('listitem').filter({ hasText: 'robin@example.com' })
  await expect(row).toContainText('1 passkey')
  await row.getByRole('button', { name: 'Recovery link' }).click()
  await reader.goto(await row.getByRole('code').innerText())
  await reader.getByLabel('New password').fill('another password of mine')
  await reader.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(reader.getByRole('region', { name: 'Passkey' })).toBeVisible()
  await reader.getByRole('button', { name: 'Not now' }).click()
  await expect(reader.getByRole('region', { name: 'Passkey' })).toBeHidden()

  await row.getByRole('button', { name: 'Disable: Robin' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(row.getByRole('button', { name: 'Enable' })).toBeVisible()
  await reader.getByRole('link', { name: 'Activity' }).click()
  await expect(reader.getByRole('button', { name: 'Access Dashboard' })).toBeVisible()
})

/** A browser with a device for passkeys. `press` sets whether requests for a touch are answered; at first they are. */
async function somebody(browser: Browser) {
  const page = await (await browser.newContext()).newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const press = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  return { page, press }
}

/** Takes the passkey that is offered after the first sign-in. */
async function addOffered(page: Page) {
  await page.getByRole('region', { name: 'Passkey' }).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Passkey' })).toBeHidden()
}
