import type { APIRequestContext } from '@playwright/test'
import type { Integration } from '#shared/owner/integrations.ts'
import { until } from '../test/servers/process.ts'
import { expect, test } from './fixtures.ts'
import { test as connected } from './outside.ts'
import { openDashboard } from './owner.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { expectSound } from './sound.ts'
import { freshEmail, joinByApi } from './visitor.ts'

test('the services have an address and a link among the settings, and Back leads to the list', async ({ page }) => {
  await openDashboard(page, '/admin/figures?range=7d')
  await expect(page.getByRole('button', { name: 'Sync to Beehiiv' })).toHaveClass(/border-edge/)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL('/admin/settings/services?range=7d')
  await expect(page.getByRole('heading', { name: 'Services' })).toBeFocused()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Services' })).toHaveAttribute('aria-current', 'page')

  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await page.goForward()
  await page.getByRole('link', { name: 'Figures' }).click()
  await expect(page).toHaveURL('/admin/figures?range=7d')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
})

test('if nothing is set up, mail stands beside its settings and names what is queued', async ({ page, request }) => {
  const email = freshEmail('kept')
  await joinByApi(request, email)
  await openDashboard(page, '/admin/settings/mail')

  await expect(page.getByText('Emails are queued until you choose a mail server.')).toBeVisible()
  const mail = page.getByRole('region', { name: 'Mail' })
  await expect(mail.getByLabel('Mail server')).toBeVisible()
  await expect(mail.getByRole('button', { name: 'Test connection: Mail', exact: true })).toBeHidden()
  await page.reload()
  await mail.getByRole('button', { name: /^Queued/ }).click()
  await expect(page).toHaveURL('/admin/settings/mail?open=mail-kept')
  await expect(mail.getByText(email)).toBeVisible()
  await expectSound(page)
})

test('work of the server that keeps failing is told in Settings', async ({ page }) => {
  await page.route('**/api/admin/integrations', async (route) => {
    const answer = await (await route.fetch()).json()
    expect(answer.failing).toEqual([])
    await route.fulfill({ json: { ...answer, failing: ['old history could not be deleted'] } })
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await openDashboard(page, '/admin/settings/services')

  await expect(page.getByText('The server keeps failing at this: old history could not be deleted.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings (something needs you)' })).toBeVisible()
  await expectSound(page)
})

test('a restored list says that it sends nothing and is released, and a failed backup is told', async ({ page }) => {
  let isHeld = true
  await page.route('**/api/admin/integrations', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, held_at: isHeld ? '2026-11-20T03:00:00.000Z' : null } })
  })
  await page.route('**/api/admin/integrations/release', async (route) => {
    isHeld = false
    await route.continue()
  })
  const failure = { at: '2026-11-22T03:00:00.000Z', problem: 'The disk that holds /backups is full.' }
  const last = {
    at: '2026-11-21T03:00:00.000Z',
    file: '/backups/firstchair.sql.zst',
    bytes: 3_490_247,
    entries: 20_000,
  }
  await page.route('**/api/admin/backups', (route) =>
    route.fulfill({
      json: { is_nightly: true, folder: '/backups', is_encrypted: true, is_under_way: false, last, failure },
    }),
  )
  await page.setViewportSize({ width: 360, height: 740 })
  await openDashboard(page, '/admin/settings/backups')

  const backups = page.getByRole('region', { name: 'Latest backup' })
  await expect(backups.getByText('Last backup failed')).toBeVisible()
  await expect(backups.getByText('22 Nov 2026, 03:00: The disk that holds /backups is full.')).toBeVisible()
  await expect(backups.getByText('21 Nov 2026, 03:00: 20,000 people, 3.5 MB')).toBeVisible()
  await expect(page.getByText('restored from the backup of 20 Nov 2026, 03:00')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Release...' }).click()
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await expect(page.getByText('Released')).toBeVisible()
  await expect(page.getByText('restored from the backup')).toBeHidden()
})

connected(
  'a mail server alone sends nothing: the page and the test name what is missing',
  async ({ page, request, outside, startWith }) => {
    await startWith('smtp alone')
    await joinByApi(request, freshEmail('kept'))
    await openDashboard(page, '/admin/settings/mail')
    const mail = page.getByRole('region', { name: 'Mail' })
    await expect(mail.getByText('Incomplete', { exact: true })).toBeVisible()
    await expect(mail.getByText(/Every link in an email starts with it, and it isn’t set/)).toBeVisible()
    await expect(mail.getByText(/Emails would come from hello@firstchair.example/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Settings (something needs you)' })).toBeVisible()
    await mail.getByRole('button', { name: 'Test connection: Mail', exact: true }).click()
    await expect(
      mail.getByText('Nothing is sent yet. Everything is queued until the settings are complete.'),
    ).toBeVisible()
    await expect(mail.getByRole('button', { name: 'Send test' })).toBeHidden()
    await expectSound(page)
    expect(outside.smtp.commands).toEqual([])
  },
)

connected(
  "the owner sends a test mail, and reads the mail server's answer",
  { tag: '@long' },
  async ({ page, outside, startWith }) => {
    await startWith('smtp')
    await openDashboard(page, '/admin/settings/mail')
    const mail = page.getByRole('region', { name: 'Mail' })
    const to = mail.getByLabel('Send a test email to')
    await to.fill('nobody')
    await to.press('Enter')
    await expect(mail.getByText('Enter an email address.')).toBeVisible()
    await to.fill('owner@example.com')
    await mail.getByRole('button', { name: 'Send test' }).click()
    await expect(mail.getByText('Sent to owner@example.com.')).toBeVisible()
    expect(outside.smtp.mails.map(({ to }) => to)).toEqual([['owner@example.com']])
    await expectSound(page)

    outside.smtp.misbehave((step) => (step === 'data' ? '550 5.7.26 This mail is unauthenticated' : null))
    await mail.getByRole('button', { name: 'Send test' }).click()
    await expect(mail.getByText(/Check the SPF and DKIM records/)).toBeVisible()
  },
)

connected(
  'the owner tests, sees the failures, retries, catches up, and reads a kept mail',
  { tag: '@long' },
  async ({ page, request, outside, startWith, expectConsole }) => {
    connected.slow()
    // Mails are shown in a frame that blocks scripts, and Playwright adds scripts to every frame.
    expectConsole(/sandboxed/)
    const { smtp, notion } = outside
    const kept = await keepOne({ request, startWith })
    smtp.misbehave((step, address) =>
      step === 'to' && address.startsWith('refused') ? '550 5.1.1 There is no such mailbox' : null,
    )
    delete notion.properties.Position
    await startWith('smtp', 'notion', 'beehiiv')
    const refused = [freshEmail('refused'), freshEmail('refused')]
    for (const email of refused) await joinByApi(request, email)
    await mailsThatAre('failed', { request, count: 2 })

    await openDashboard(page, '/admin/settings/mail')
    const mail = page.getByRole('region', { name: 'Mail', exact: true })
    await expect(page.getByRole('link', { name: 'Settings (something needs you)' })).toBeVisible()
    await mail.getByRole('button', { name: 'Test connection: Mail', exact: true }).click()
    await expect(mail.getByText(/^The mail server takes mail from/)).toBeVisible()
    await page.getByRole('link', { name: 'Services' }).click()
    const section = page.getByRole('region', { name: 'Notion' })
    await expect(section.getByText('Add a property "Position" of type Number.')).toBeVisible()
    await section.getByRole('button', { name: 'Create the property' }).click()
    await expect(section.getByText(/has all properties/)).toBeVisible()
    expect(notion.properties.Position).toBe('number')

    await page.getByRole('link', { name: 'Mail (something needs you)' }).click()
    await expect(mail.getByText('2 failed', { exact: true })).toBeVisible()
    await mail.getByRole('button', { name: 'Failed (2)' }).click()
    await expect(mail.getByText(/5\.1\.1 There is no such mailbox/)).toHaveCount(2)
    await expectSound(page)
    smtp.recover()
    await mail.getByRole('button', { name: `Retry ${refused[0]}` }).click()
    await expect(page.getByText('It’s on its way.')).toBeVisible()
    await expect(mail.getByText(refused[0]!)).toBeHidden()
    await expect(mail.getByRole('heading', { name: 'Failed' })).toBeFocused()
    await until(() => smtp.mails.length === 1)
    expect(smtp.mails[0]!.to).toEqual([refused[0]])

    await mail.getByRole('button', { name: `Dismiss ${refused[1]}` }).click()
    await expect(mail.getByText('None.', { exact: true })).toBeVisible()
    await expect(mail.getByText('1 queued', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
    await mail.getByRole('button', { name: 'Dismissed (1)' }).click()
    await expect(mail.getByText(refused[1]!)).toBeVisible()

    await mail.getByRole('button', { name: 'Queued (1)' }).click()
    await mail.getByRole('button', { name: `Read the email to ${kept}` }).click()
    const preview = page.getByRole('dialog')
    await expect(preview.getByText(kept)).toBeVisible()
    await expect(preview.frameLocator('iframe').getByText('on our waitlist')).toBeVisible()
    await preview.getByRole('button', { name: 'Text' }).click()
    await expect(preview.getByText(/on our waitlist/)).toBeVisible()
    await expectSound(page)
    await page.keyboard.press('Escape')
    await expect(mail.getByRole('button', { name: `Read the email to ${kept}` })).toBeFocused()

    await mail.getByRole('button', { name: 'Send 1 queued...' }).click()
    const question = page.getByRole('dialog', { name: 'Send 1 email?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    expect(smtp.mails).toHaveLength(1)
    await mail.getByRole('button', { name: 'Send 1 queued...' }).click()
    await question.getByRole('button', { name: 'Send 1 queued' }).click()
    await expect(page.getByText('1 are on their way.')).toBeVisible()
    await until(() => smtp.mails.some(({ to }) => to[0] === kept))
  },
)

connected('a repaired property ends the problem', async ({ page, request, outside, startWith }) => {
  const { notion } = outside
  notion.properties.Industry = 'rich_text'
  await startWith('notion')
  for (const email of [freshEmail('ada'), freshEmail('bea')]) await joinByApi(request, email)
  await openDashboard(page, '/admin/settings/services')
  const section = page.getByRole('region', { name: 'Notion' })
  await expect(section.getByText('Change the type of the property "Industry" to Select: it is Text.')).toBeVisible()
  // A delivery that is under way while the property is repaired would be tried again after a minute.
  await until(async () => {
    const { integrations } = await (await page.request.get('/api/admin/integrations')).json()
    return integrations[1].paused_until !== null
  })
  notion.properties.Industry = 'select'
  await section.getByRole('button', { name: 'Test connection: Notion' }).click()
  await expect(section.getByText(/has all properties/)).toBeVisible()
  await until(() => notion.pages.length === 2)
})

connected(
  'a sync shows its progress, and why it ended early',
  async ({ page, request, outside: { beehiiv }, startWith }) => {
    beehiiv.misbehave(() => ({ status: 429, retryAfter: 1 }))
    await startWith('beehiiv')
    for (const email of [freshEmail('ada'), freshEmail('bea')]) await joinByApi(request, email)
    await openDashboard(page, '/admin/settings/services')
    const ledger = page.getByRole('region', { name: 'Beehiiv' })
    await ledger.getByRole('button', { name: 'Sync to Beehiiv' }).click()
    await expect(ledger.getByRole('progressbar', { name: 'Sync' })).toBeVisible()
    await expect(ledger.getByText(/^0 of 2/)).toBeVisible()
    beehiiv.misbehave(null)
    await expect(ledger.getByText(/^Last synced/)).toBeVisible()
    expect(beehiiv.subscriptions).toHaveLength(2)

    const [key] = [beehiiv.apiKey, (beehiiv.apiKey = 'another')]
    await joinByApi(request, freshEmail('cleo'))
    await ledger.getByRole('button', { name: 'Sync to Beehiiv' }).click()
    await expect(
      ledger.getByText(/^The last sync, .* ago, ended early at 0 of 3: Beehiiv does not accept the key/),
    ).toBeVisible()
    beehiiv.apiKey = key
    await ledger.getByRole('button', { name: 'Test connection: Beehiiv' }).click()
    await expect(ledger.getByText(/ended early at 0 of 3\. Beehiiv works again: sync once more/)).toBeVisible()
  },
)

connected(
  'an erasure is counted at each service',
  async ({ page, request, outside: { notion, beehiiv }, startWith }) => {
    await startWith('notion', 'beehiiv')
    const ada = freshEmail('ada')
    await joinByApi(request, ada)
    await until(() => notion.pages.length === 1 && beehiiv.subscriptions.length === 1)
    await openDashboard(page, '/admin/settings/services')
    // An erasure waits a minute if a job about the person is running, even if its delivery is done.
    await until(async () => {
      const { integrations } = await (await page.request.get('/api/admin/integrations')).json()
      return integrations.slice(1).every(({ channels }: Integration) => channels.every(({ waiting }) => waiting === 0))
    })
    const select = { filters: { range: 'all', q: ada } }
    await page.request.post('/api/admin/acts', { data: { kind: 'erase', select } })
    for (const [region, name] of [
      [page.getByRole('region', { name: 'Notion' }), 'Deleted pages 0 1'],
      [page.getByRole('region', { name: 'Beehiiv' }), 'Deleted subscribers 0 1'],
    ] as const)
      // The page asks again every half minute.
      await expect(async () => {
        await page.reload()
        await expect(region.getByRole('row', { name })).toBeVisible({ timeout: 5_000 })
      }).toPass({ timeout: 200_000 })
    expect(beehiiv.subscriptions).toEqual([])
  },
)

connected(
  'a failed call is reported, and nothing on the screen is lost',
  { tag: '@long' },
  async ({ page, startWith, expectConsole }) => {
    expectConsole(/503|couldn’t be tested/)
    await startWith('smtp')
    await page.route('**/api/admin/integrations/*/test', (route) => route.fulfill({ status: 503, json: {} }))
    await openDashboard(page, '/admin/settings/mail')
    await page.getByRole('button', { name: 'Test connection: Mail', exact: true }).click()
    await expect(page.getByText('Mail couldn’t be tested. Please try again in a moment.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Test connection: Mail', exact: true })).toBeEnabled()
    await expect(page.getByText('Up to date')).toBeVisible()
  },
)

connected(
  'the integrations have no accessibility defect when they have much to show',
  { tag: '@long' },
  async ({ page, request, outside, startWith }) => {
    connected.slow()
    await keepOne({ request, startWith })
    outside.smtp.misbehave((step, address) =>
      step === 'to' && address.startsWith('refused') ? '550 5.1.1 There is no such mailbox' : null,
    )
    delete outside.notion.properties.Position
    await startWith('smtp', 'notion', 'beehiiv')
    await joinByApi(request, freshEmail('refused'))
    await mailsThatAre('failed', { request, count: 1 })
    for (const [width, colorScheme] of [
      [360, 'light'],
      [768, 'dark'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await openDashboard(page, '/admin/settings/services')
      await page.getByRole('button', { name: 'Test connection: Notion' }).click()
      await expect(page.getByText('Add a property "Position" of type Number.').first()).toBeVisible()
      await expectSound(page)
      await openDashboard(page, '/admin/settings/mail?open=mail-failed')
      await expect(page.getByText(/5\.1\.1 There is no such mailbox/)).toBeVisible()
      await expectSound(page)
      await page.getByRole('button', { name: 'Send 1 queued...' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectSound(page)
    }
  },
)

type Keeping = { request: APIRequestContext; startWith: (...services: never[]) => Promise<void> }

/** A person who joins while no service is set up. */
async function keepOne({ request, startWith }: Keeping): Promise<string> {
  await startWith()
  const email = freshEmail('kept')
  await joinByApi(request, email)
  await request.post('/api/admin/session', { data: { password: OWNER_PASSWORD } })
  await mailsThatAre('kept', { request, count: 1 })
  return email
}

/** Waits for this number of deliveries; no live event announces them to the dashboard. */
function mailsThatAre(state: string, { request, count }: { request: APIRequestContext; count: number }) {
  return until(async () => {
    const answer = await request.get(`/api/admin/deliveries?service=mail&state=${state}`)
    return (await answer.json()).deliveries.length === count
  })
}
