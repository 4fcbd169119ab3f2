import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { runOnce } from '../test/servers/database.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { expect, test } from './fixtures.ts'
import { newOwnPlace } from './own-place.ts'
import { ownServer } from './own-server.ts'

const OWN_PASSWORD = 'a password of my own'

test('the first start leads to an owner with a passkey, who signs in and proves their identity with it', async ({
  browser,
}) => {
  await using place = await newOwnPlace({ hasOwner: false })
  await using server = await ownServer({ ...place.env, RATE_LIMIT: 'off' })
  const link = server.setupLink!
  const { page } = await somebody(browser, place.address)
  await page.goto(link)
  await page.getByLabel('Email').fill('alex@example.com')
  await page.getByLabel('New password').fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Begin' }).click()
  // The first start continues with its five steps, then the checklist.
  await page.getByRole('link', { name: 'Do this later' }).click()
  await expect(page.getByRole('region', { name: 'Before you go public' })).toContainText('0 of 8 done')
  await addOffered(page)

  // The sign-in form asks for a passkey by autofill, and the device of this browser answers at once.
  const byPasskey = page.waitForResponse('**/api/admin/session/passkey')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  expect((await byPasskey).status()).toBe(204)
  await page.getByRole('link', { name: 'Signed in as alex' }).click()
  const passkeys = page.getByRole('region', { name: 'Your passkeys' })
  await passkeys.getByRole('button', { name: 'Rename' }).click()
  await passkeys.getByLabel('Name').fill('Laptop of the salon')
  await passkeys.getByRole('button', { name: 'Save' }).click()
  await expect(passkeys.getByRole('listitem')).toContainText(/Laptop of the salonAdded .* last used/)

  // An hour later, the owner proves their identity again, with a passkey.
  await runOnce(place.connection, `update admin_sessions set proven_at = now() - interval '1 hour'`)
  const form = page.getByRole('region', { name: 'Invite a teammate' })
  await form.getByLabel('Name').fill('Robin')
  await form.getByLabel('Email').fill('robin@example.com')
  await form.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click()
  await expect(form.getByRole('code')).toContainText('/admin#invitation=')

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Site address').fill('https://waitlist.example')
  await expect(page.getByText('The passkey of this list works only at localhost.')).toBeVisible()
  await page.getByLabel('Site address').fill('http://localhost:1234')
  await expect(page.getByText('The passkey of this list works only at localhost.')).toBeHidden()
  await page.getByLabel('Site address').fill('https://localhost:1234')
  await expect(page.getByText('After this change, everyone has to sign in again.')).toBeVisible()
})

test('an invited reader chooses a password, sees nothing that they may not press, and signs in with it or a passkey', async ({
  browser,
}) => {
  await using place = await newOwnPlace()
  await using _server = await ownServer({ ...place.env, RATE_LIMIT: 'off' })
  const { page, press } = await somebody(browser, place.address)
  const invitation = await inviteRobin(page.request)
  await page.context().clearCookies()
  // While the server starts anew, the link stays good.
  await page.route('**/api/admin/session/link', (route) => route.fulfill({ status: 503 }), { times: 1 })
  await page.goto(invitation)
  await page.getByRole('button', { name: 'Try again' }).click()
  await beginAsReader(page)
  await expect(page.getByRole('link', { name: 'Signed in as Robin' })).toBeVisible()
  const sections = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(sections.getByRole('link')).toHaveText([
    'Overview',
    'People',
    'Invites',
    'Messages',
    'Figures',
    'Settings',
  ])
  await sections.getByRole('link', { name: 'Figures' }).click()
  await expect(page.getByRole('button', { name: 'Sync to Beehiiv' })).toBeDisabled()
  await sections.getByRole('link', { name: 'People' }).click()
  await expect(page.getByRole('heading', { name: /^People/ })).toBeVisible()
  for (const name of ['Export CSV', 'Import']) await expect(page.getByText(name, { exact: true })).toHaveCount(0)

  // Signing in asks for an email now, or for a passkey.
  await press(false)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.getByLabel('Email').fill('robin@example.com')
  await page.getByLabel('Password').fill(OWN_PASSWORD)
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  const choose = page.getByRole('button', { name: 'Use a passkey' })
  await expect(choose).toBeVisible()
  // In a browser without passkey autofill, which would take the touch of the device.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.reload()
  await press(true)
  await choose.click()
  await expect(page.getByRole('link', { name: 'Signed in as Robin' })).toBeVisible()
})

test('a recovery ends passwords, passkeys and sessions, and offers a new passkey; a disabled account is signed out', async ({
  browser,
}) => {
  await using place = await newOwnPlace()
  await using _server = await ownServer({ ...place.env, RATE_LIMIT: 'off' })
  const { page: owner } = await somebody(browser, place.address)
  const { page: reader } = await somebody(browser, place.address)
  await reader.goto(await inviteRobin(owner.request))
  await beginAsReader(reader)

  await owner.goto('/admin/settings/team')
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
  await reader.getByRole('link', { name: 'Settings' }).click()
  await expect(reader.getByRole('button', { name: 'Access Dashboard' })).toBeVisible()
})

/** Signs the owner in, who invites Robin. Returns the link. */
async function inviteRobin(request: APIRequestContext): Promise<string> {
  await request.post('/api/admin/session', { data: { password: OWNER_PASSWORD } })
  await request.patch('/api/admin/account', { data: { email: 'alex@example.com' } })
  const data = { name: 'Robin', email: 'robin@example.com', role: 'reader' }
  return (await (await request.post('/api/admin/accounts/invitations', { data })).json()).link
}

/** Chooses a password on the page of an invitation, and adds a passkey. */
async function beginAsReader(page: Page) {
  await page.getByLabel('New password').fill(OWN_PASSWORD)
  await page.getByRole('button', { name: 'Open the dashboard' }).click()
  await addOffered(page)
}

/** A browser with a device for passkeys. `press` sets whether requests for a touch are answered; at first they are. */
async function somebody(browser: Browser, baseURL: string) {
  const page = await (await browser.newContext({ baseURL })).newPage()
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
