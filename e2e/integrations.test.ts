import type { Page } from '@playwright/test'
import type { DeliveryRow, Integration, Integrations } from '#shared/integrations.ts'
import { expect, test } from './fixtures.ts'
import { openDashboard } from './owner.ts'
import { expectSound } from './sound.ts'
import { freshEmail, joinByApi } from './visitor.ts'

test('the integrations have an address, are reached from the header, and Back leads to the list', async ({ page }) => {
  await openDashboard(page, '/admin?range=7d')
  await page.getByRole('link', { name: 'Integrations' }).click()
  await expect(page).toHaveURL('/admin?view=integrations&range=7d')
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeFocused()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Integrations' })).toHaveAttribute('aria-current', 'page')

  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await page.goForward()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page).toHaveURL('/admin?range=7d')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
})

test('where nothing is set up, each service says what it takes and what it keeps', async ({ page, request }) => {
  const email = freshEmail('kept')
  await joinByApi(request, email)
  await openDashboard(page, '/admin?view=integrations')

  await expect(page.getByText('Nothing is set up yet, and nothing is lost')).toBeVisible()
  const mail = page.getByRole('region', { name: 'Mail' })
  await expect(mail.getByText('SMTP_URL')).toBeVisible()
  await expect(mail.getByRole('button', { name: 'Test Mail' })).toBeHidden()
  await page.reload()
  await mail.getByRole('button', { name: /^Kept/ }).click()
  await expect(page).toHaveURL('/admin?view=integrations&open=mail-kept')
  await expect(mail.getByText(email)).toBeVisible()
  await expectSound(page)
})

test('the owner tests, sees what failed, retries, catches up, and reads a mail that is kept', async ({
  page,
  expectConsole,
}) => {
  // A frame of a mail may run no script, not even those that tests put into every frame.
  expectConsole(/sandboxed/)
  const outside = await standIn(page)
  await openDashboard(page, '/admin?view=integrations')
  const mail = page.getByRole('region', { name: 'Mail' })
  await expect(page.getByRole('link', { name: 'Integrations (something needs you)' })).toBeVisible()
  await expect(mail.getByText('2 not delivered')).toBeVisible()

  await mail.getByRole('button', { name: 'Test Mail' }).click()
  await expect(mail.getByText('The mail server is ready.')).toBeVisible()
  await page.getByRole('button', { name: 'Test Notion' }).click()
  await expect(page.getByText('Add a property "Position" of type Number.')).toBeVisible()

  await mail.getByRole('button', { name: 'Not delivered (2)' }).click()
  await expect(mail.getByText('There is no such mailbox.')).toHaveCount(2)
  await expectSound(page)
  await mail.getByRole('button', { name: 'Retry one@example.com' }).click()
  await expect(page.getByText('It goes out again.')).toBeVisible()
  await expect(mail.getByText('one@example.com')).toBeHidden()
  await expect(mail.getByRole('heading', { name: 'Not delivered' })).toBeFocused()
  expect(outside.retried).toEqual([expect.objectContaining({ channel: 'send-waitlist-email', friend_id: null })])

  await mail.getByRole('button', { name: 'Kept (1)' }).click()
  await mail.getByRole('button', { name: 'Read the mail to three@example.com' }).click()
  const preview = page.getByRole('dialog', { name: 'You’re in!' })
  await expect(preview.getByText('three@example.com')).toBeVisible()
  await expect(preview.frameLocator('iframe').getByText('Your place is kept.')).toBeVisible()
  await preview.getByRole('button', { name: 'Text' }).click()
  await expect(preview.getByText('As text: your place is kept.')).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(mail.getByRole('button', { name: 'Read the mail to three@example.com' })).toBeFocused()

  await mail.getByRole('button', { name: 'Send the 1 kept...' }).click()
  const question = page.getByRole('dialog', { name: 'Send 1 mail?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(outside.caughtUp).toBe(0)
  await mail.getByRole('button', { name: 'Send the 1 kept...' }).click()
  await question.getByRole('button', { name: 'Send the 1 kept' }).click()
  await expect(page.getByText('1 on their way, one after the other.')).toBeVisible()
  expect(outside.caughtUp).toBe(1)
})

test('a call that fails is said, and nothing on the screen is lost', async ({ page, expectConsole }) => {
  expectConsole(/503|could not be tested/)
  await standIn(page)
  await page.route('**/api/admin/integrations/*/test', (route) => route.fulfill({ status: 503, json: {} }))
  await openDashboard(page, '/admin?view=integrations')
  await page.getByRole('button', { name: 'Test Mail' }).click()
  await expect(page.getByText('Mail could not be tested. Please try again in a moment.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Test Mail' })).toBeEnabled()
  await expect(page.getByText('2 not delivered')).toBeVisible()
})

for (const [width, colorScheme] of [
  [360, 'light'],
  [768, 'dark'],
  [1280, 'dark'],
] as const) {
  test(`the integrations have no accessibility defect at ${width} px, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await standIn(page)
    await openDashboard(page, '/admin?view=integrations&open=mail-failed')
    await page.getByRole('button', { name: 'Test Notion' }).click()
    await expect(page.getByText('Add a property "Position" of type Number.')).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: 'Send the 1 kept...' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectSound(page)
  })
}

/** Answers as a server would whose three services are set up: two mails failed, one was kept, and Notion is paused. */
async function standIn(page: Page) {
  const outside = { retried: [] as object[], caughtUp: 0 }
  let failed = ['one@example.com', 'two@example.com'].map((email) => row(email, 'There is no such mailbox.'))
  let kept = [row('three@example.com', null)]
  const state = (service: Integration['service'], more: Partial<Integration>): Integration => ({
    service,
    is_set_up: true,
    settings: [],
    problem: null,
    paused_until: null,
    is_catching_up: false,
    channels: [],
    ...more,
  })
  const none = { waiting: 0, retrying: 0, done_today: 0, failed: 0, kept: 0 }
  await page.route('**/api/admin/integrations', (route) => {
    const json: Integrations = {
      integrations: [
        state('mail', {
          channels: [
            { ...none, channel: 'send-waitlist-email', done_today: 12, failed: failed.length, kept: kept.length },
          ],
        }),
        state('notion', {
          problem: 'Notion does not show the data source.',
          paused_until: new Date(Date.now() + 600_000).toISOString(),
          channels: [{ ...none, channel: 'add-to-notion', waiting: 14 }],
        }),
        state('beehiiv', { channels: [{ ...none, channel: 'sync-to-beehiiv', done_today: 14 }] }),
      ],
    }
    return route.fulfill({ json })
  })
  await page.route('**/api/admin/deliveries?*', (route) => {
    const isKept = new URL(route.request().url()).searchParams.get('state') === 'kept'
    return route.fulfill({ json: { deliveries: isKept ? kept : failed, next_cursor: null } })
  })
  await page.route('**/api/admin/deliveries/retry', (route) => {
    const asked = route.request().postDataJSON()
    outside.retried.push(asked)
    failed = failed.filter(({ entry_id }) => entry_id !== asked.entry_id)
    return route.fulfill({ status: 202, json: { queued: 1 } })
  })
  await page.route('**/api/admin/integrations/mail/catch-up', (route) => {
    outside.caughtUp += 1
    kept = []
    return route.fulfill({ status: 202, json: { queued: 1 } })
  })
  await page.route('**/api/admin/integrations/*/test', (route) =>
    route.fulfill({
      json: route.request().url().includes('/mail/')
        ? { ok: true, message: 'The mail server is ready.', problems: [] }
        : { ok: false, message: 'It is not right yet.', problems: ['Add a property "Position" of type Number.'] },
    }),
  )
  await page.route('**/api/admin/mails?*', (route) =>
    route.fulfill({
      json: {
        from: 'Firstchair <hello@firstchair.example>',
        to: 'three@example.com',
        reply_to: null,
        subject: 'You’re in!',
        text: 'As text: your place is kept.',
      },
    }),
  )
  await page.route('**/api/admin/mails.html?*', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: '<!doctype html><html lang="en"><title>Mail</title><main><h1>Your place is kept.</h1></main></html>',
    }),
  )
  return outside
}

function row(email: string, reason: string | null): DeliveryRow {
  const changed_at = new Date(Date.now() - 3_600_000).toISOString()
  return { channel: 'send-waitlist-email', entry_id: crypto.randomUUID(), friend_id: null, email, reason, changed_at }
}
