import { site } from '#shared/site/site.ts'
import { expect, test } from './fixtures.ts'
import { addressOf, answer, ANSWERS, freshEmail, signUp, submit, walk } from './visitor.ts'

const ENTRIES = '**/api/waitlist/entries'

test('after a failure the notice names the stage, and a retry with the same id works', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/503/)
  const sent: Record<string, unknown>[] = []
  const message =
    'Could not save your submission: the waitlist is not reachable right now. Please try again in a moment.'
  await page.route(ENTRIES, async (route) => {
    sent.push(route.request().postDataJSON())
    await (sent.length === 1
      ? route.fulfill({ status: 503, json: { error: { code: 'insert-failed', message } } })
      : route.continue())
  })
  await page.goto('/')
  await signUp(page, freshEmail('retry'))
  await answer(page)
  await submit(page)
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
  await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeFocused()

  await page.reload()
  await submit(page)
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
  expect(sent).toHaveLength(2)
  expect(sent[1]).toMatchObject({ ...ANSWERS, submission_id: sent[0]!.submission_id })
})

test(
  'different answers after a failure are a different submission',
  { tag: '@long' },
  async ({ page, expectConsole }) => {
    expectConsole(/503/)
    const ids: string[] = []
    await page.route(ENTRIES, async (route) => {
      ids.push(route.request().postDataJSON().submission_id)
      await route.fulfill({ status: 503, json: { error: { code: 'not-created', message: 'Failed' } } })
    })
    await page.goto('/')
    await signUp(page, freshEmail('changed'))
    await answer(page)
    await submit(page)
    await expect(page.getByText('Failed to create waitlist entry')).toBeVisible()
    await walk(page, site().questions.at(-1)!.name, 'price_range')
    await page.getByRole('radio', { name: '£60+/month' }).check()
    await walk(page, 'price_range')
    await submit(page)
    await expect.poll(() => ids.length).toBe(2)
    expect(ids[1]).not.toBe(ids[0])
  },
)

for (const [what, status, code] of [
  ['too many requests', 429, 'rate-limited'],
  ['a bug of the server', 500, 'internal'],
] as const) {
  test(`after ${what} the notice is the general one`, async ({ page, expectConsole }) => {
    expectConsole(new RegExp(String(status)))
    await page.route(ENTRIES, (route) => route.fulfill({ status, json: { error: { code, message: 'Internals' } } }))
    await page.goto('/')
    await signUp(page, freshEmail('general'))
    await answer(page)
    await submit(page)
    await expect(
      page.getByText('There was a problem submitting your information. Please try again.', { exact: true }),
    ).toBeVisible()
    await expect(page.getByText('Internals')).toBeHidden()
  })
}

test('without a network, the notice is still shown', { tag: '@long' }, async ({ page, context, expectConsole }) => {
  expectConsole(/INTERNET_DISCONNECTED|Joining failed/)
  await page.goto('/')
  await signUp(page, freshEmail('offline'))
  await answer(page)
  await context.setOffline(true)
  await submit(page)
  await expect(page.getByText('There was a problem submitting your information. Please try again.')).toBeVisible()
  await context.setOffline(false)
  await submit(page)
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
  // The success removes the failure's notice, which would stay for ten seconds.
  await expect(page.getByText('There was a problem submitting your information.')).toBeHidden({ timeout: 8_000 })
})

test('a refused answer is marked at its own step', async ({ page, expectConsole }) => {
  expectConsole(/400/)
  const fields = { business_name: 'must have at most 200 characters' }
  await page.route(ENTRIES, (route) =>
    route.fulfill({ status: 400, json: { error: { code: 'invalid-input', message: 'No', fields } } }),
  )
  await page.goto('/')
  await signUp(page, freshEmail('refused'))
  await answer(page)
  await submit(page)
  const field = page.getByLabel('What is your business called?')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription('Please check this answer.')
  await field.fill('Shorter')
  await expect(field).not.toHaveAttribute('aria-invalid')
})

test('a late answer does not disturb another person who has signed up since', { tag: '@long' }, async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(ENTRIES, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await signUp(page, freshEmail('late'))
  await answer(page)
  await submit(page)
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).click()
  const next = freshEmail('next')
  await signUp(page, next)
  await answer(page, { until: 'business_name' })
  const answered = page.waitForResponse(ENTRIES)
  release()
  await answered

  await expect.poll(() => page.evaluate(() => localStorage.getItem('waitlistSubmissions'))).toContain('late-')
  await expect(page).toHaveURL(addressOf('business_name'))
  expect(await page.evaluate(() => localStorage.getItem('currentEmail'))).toBe(next)
  await page.reload()
  await expect(page.getByLabel('What is your business called?')).toBeVisible()
})

test('pressing Submit twice sends one request', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let requests = 0
  await page.route(ENTRIES, async (route) => {
    requests++
    await held
    await route.continue()
  })
  await page.goto('/')
  await signUp(page, freshEmail('twice'))
  await answer(page)
  await page.getByRole('button', { name: 'Submit' }).dblclick()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Back' })).toBeDisabled()
  release()
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
  expect(requests).toBe(1)
})
