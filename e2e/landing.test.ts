import type { Page } from '@playwright/test'
import { site } from '#shared/site/site.ts'
import { expect, test } from './fixtures.ts'
import { freshEmail, heroForm, joinByApi, signUp } from './visitor.ts'

test('the form is in the hero and under Ready to Join?, and what is typed in one is in the other', async ({ page }) => {
  await page.goto('/')
  const first = heroForm(page)
  const second = page.getByRole('form', { name: 'Ready to Join?' })
  await first.getByRole('button', { name: 'Have a referral code?' }).click()
  await expect(first.getByLabel('Referral code')).toBeFocused()
  await first.getByLabel('Referral code').fill('AB')
  await first.getByLabel('Email').fill('nonsense')
  await first.getByLabel('Email').press('Enter')
  await expect(second.getByLabel('Email')).toHaveValue('nonsense')
  await expect(second.getByLabel('Referral code')).toHaveValue('AB')

  await second.getByLabel('Referral code').fill('ABC')
  await second.getByLabel('Email').fill('second@example.com')
  await expect(first.getByLabel('Referral code')).toHaveValue('ABC')
  await expect(first.getByLabel('Email')).toHaveValue('second@example.com')
  await expect(first.getByLabel('Email')).not.toHaveAttribute('aria-invalid')
  await second.getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(page).toHaveURL('/form')
  const stored = await page.evaluate(() => [localStorage.currentEmail, localStorage.currentReferralCode])
  expect(stored).toEqual(['second@example.com', 'ABC'])
})

test('a code is checked while it is typed, and nothing moves or waits for it', async ({
  page,
  request,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const { referral_code } = await joinByApi(request, freshEmail('referrer'))
  await page.goto('/')
  const form = heroForm(page)
  const floor = page.locator('.hero-floor')
  const top = (await floor.boundingBox())!.y
  await form.getByRole('button', { name: 'Have a referral code?' }).click()
  const code = form.getByLabel('Referral code')
  await code.pressSequentially('NOBODY')
  const note = form.getByText('We do not know this code')
  await expect(note).toHaveAttribute('aria-live', 'polite')
  await expect(code).toHaveAccessibleDescription('We do not know this code')
  // Screen readers read it out in only one of the two forms.
  await expect(page.locator('[aria-live=polite]', { hasText: 'We do not know this code' })).toHaveCount(1)
  expect((await floor.boundingBox())!.y).toBe(top)

  await code.fill(referral_code.toLowerCase())
  await expect(note).toBeHidden()
  await expect(code).toHaveAccessibleDescription("A friend's code")
  await code.fill(`${baseURL}/?utm_source=${'x'.repeat(80)}&ref=${referral_code}`)
  await expect(code).toHaveValue(referral_code)
  await expect(code).toHaveAccessibleDescription("A friend's code")

  await page.route('**/api/referral-codes/*', (route) => route.abort())
  const asked = page.waitForRequest('**/api/referral-codes/ELSEWHERE')
  await code.fill('ELSEWHERE')
  await asked
  await expect(code).toHaveAccessibleDescription('')
  await form.getByLabel('Email').fill(freshEmail('friend'))
  await form.getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(page).toHaveURL('/form')
  expect(await page.evaluate(() => localStorage.currentReferralCode)).toBe('ELSEWHERE')
})

test('an email without an @ is refused and marked, a slip is asked about, and what was pasted around it is left out', async ({
  page,
}) => {
  await page.goto('/')
  const email = heroForm(page).getByLabel('Email')
  await email.fill('nonsense')
  await email.press('Enter')
  const notice = page.getByRole('region', { name: 'Notices' })
  await expect(notice.getByText('Invalid Email')).toBeVisible()
  await expect(notice.getByText('Please enter a valid email address.')).toBeVisible()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveAccessibleDescription(/@/)
  await expect(email).toBeFocused()
  await email.press('Enter')
  await expect(notice.getByText('Invalid Email')).toHaveCount(1)
  await email.fill('Now <now@example. com>')
  await expect(email).not.toHaveAttribute('aria-invalid')
  await email.press('Enter')
  await expect(heroForm(page).getByText('Is now@example.com right?')).toBeVisible()
  await heroForm(page).getByRole('button', { name: 'Yes, use it' }).click()
  await expect(page).toHaveURL('/form')
  await expect(notice.getByText('Invalid Email')).toBeHidden({ timeout: 5_000 })
  await expect(page.getByText('now@example.com')).toBeVisible()

  await page.goto('/')
  await signUp(page, '“Dee” <dee＠example.com>;')
  await expect(page.getByText('dee@example.com', { exact: true })).toBeVisible()
  // By the rule, an '@' is enough: what was asked about is taken when it is sent again.
  await page.goto('/')
  await email.fill('d ee@example.com')
  await email.press('Enter')
  await expect(heroForm(page).getByText('right?')).toBeVisible()
  await email.press('Enter')
  await expect(page).toHaveURL('/form')
  await expect(page.getByText('d ee@example.com')).toBeVisible()
})

test('a code in the address takes precedence over the stored one, and is stored', async ({ page }) => {
  await page.goto('/?ref=FIRST1')
  await expect(heroForm(page).getByLabel('Referral code')).toHaveValue('FIRST1')
  await page.goto('/?ref=SECOND')
  await expect(heroForm(page).getByLabel('Referral code')).toHaveValue('SECOND')
  await page.goto('/')
  await expect(heroForm(page).getByLabel('Referral code')).toHaveValue('SECOND')
})

test('a code that is too long for a code is ignored', async ({ page }) => {
  await page.goto(`/?ref=${'A'.repeat(65)}`)
  await expect(heroForm(page).getByRole('button', { name: 'Have a referral code?' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('referralCode'))).toBeNull()
})

test('Skip hides and clears the code in both forms, and no earlier code is sent with the sign-up', async ({ page }) => {
  await page.goto('/?ref=FIRST1')
  await page.evaluate(() => localStorage.setItem('currentReferralCode', 'STALE1'))
  const form = heroForm(page)
  const second = page.getByRole('form', { name: 'Ready to Join?' })
  await expect(second.getByLabel('Referral code')).toHaveValue('FIRST1')
  await form.getByRole('button', { name: 'Skip' }).click()
  await expect(form.getByLabel('Referral code')).toBeHidden()
  await expect(second.getByLabel('Referral code')).toBeHidden()
  await form.getByRole('button', { name: 'Have a referral code?' }).click()
  await expect(form.getByPlaceholder('Referral code (optional)')).toHaveValue('')
  await expect(form.getByLabel('Referral code')).toBeFocused()

  await form.getByRole('button', { name: 'Skip' }).click()
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(page).toHaveURL('/form')
  const stored = await page.evaluate(() => [localStorage.currentEmail, localStorage.currentReferralCode ?? null])
  expect(stored).toEqual(['ada@example.com', null])
})

test('a code typed by hand is still there when the visitor comes back', async ({ page }) => {
  await page.goto('/?ref=FIRST1')
  await heroForm(page).getByLabel('Referral code').fill('TYPED2')
  await signUp(page, freshEmail('typed'))
  await page.goBack()
  await expect(heroForm(page).getByLabel('Referral code')).toHaveValue('TYPED2')
  await page.goForward()
  await page.reload()
  await expect(page.getByLabel('What is your name?')).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(heroForm(page).getByLabel('Referral code')).toHaveValue('TYPED2')
})

test('the button says Processing... while the questions load', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/form-page-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await heroForm(page).getByLabel('Email').fill('ada@example.com')
  await heroForm(page).getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(heroForm(page).getByRole('button', { name: 'Processing...' })).toBeDisabled()
  await expect(heroForm(page).getByRole('button', { name: 'Processing...' })).toBeFocused()
  release()
  await expect(page).toHaveURL('/form')
})

test('text typed before hydration stays, and can be sent', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/index-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const email = heroForm(page).getByLabel('Email')
  await email.pressSequentially('early@example.com')
  await expect(page).toHaveURL('/')
  release()
  await expect(page.getByText(/\d\+ solo providers have already joined/)).toBeVisible()
  await expect(email).toHaveValue('early@example.com')
  await expect(page.getByRole('form', { name: 'Ready to Join?' }).getByLabel('Email')).toHaveValue('early@example.com')
  await email.press('Enter')
  await expect(page).toHaveURL('/form')
})

test('a submit before hydration loads no other page, and is carried out after hydration', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/index-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await heroForm(page).getByLabel('Email').pressSequentially('early@example.com')
  await heroForm(page).getByLabel('Email').press('Enter')
  await expect(page).toHaveURL('/')
  release()
  await expect(page).toHaveURL('/form')
  expect(await page.evaluate(() => localStorage.currentEmail)).toBe('early@example.com')
})

test("on a laptop the form and the count are in sight, also with a friend's link", async ({ page, request }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { referral_code } = await joinByApi(request, freshEmail('referrer'))
  for (const path of ['/', `/?ref=${referral_code}`]) {
    await page.goto(path)
    await expect(heroForm(page).getByRole('button', { name: 'Join Waitlist' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(/already joined/)).toBeInViewport({ ratio: 1 })
  }
  await expect(page.getByText(site().invitation.title)).toBeInViewport({ ratio: 1 })
})

test('the count loads, then shows a number, and is updated every minute', async ({ page }) => {
  await page.clock.install()
  let count = 1233
  await page.route('**/api/waitlist/count', (route) => route.fulfill({ json: { count: ++count } }))
  await page.goto('/')
  await expect(page.getByText('1,234+ solo providers have already joined')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-alive')
  await page.clock.fastForward(60_000)
  await expect(page.getByText('1,235+ solo providers have already joined')).toBeVisible()
})

test('the page says Loading... before any script runs, and nothing of it where none ever does', async ({
  page,
  request,
}) => {
  await page.route('**/*.js', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('.hero-count p')).toBeVisible()
  expect(await words(page)).toBe('"Loading..."')
  // Text browsers show every text, also a hidden one, but nothing that styles write.
  expect((await (await request.get('/')).text()).includes('<p data-words="Loading..."></p>')).toBe(true)
})

function words(page: Page): Promise<string> {
  return page.locator('.hero-count p').evaluate((line) => getComputedStyle(line, '::before').content)
}

for (const [what, answer] of Object.entries({
  'a server that fails': { status: 503, json: { error: { code: 'unavailable', message: '' } } },
  'an answer without a number': { json: { count: null } },
})) {
  test(`with ${what}, the count is that of this browser`, async ({ page, expectConsole }) => {
    expectConsole(/503|count/)
    await page.addInitScript(() => localStorage.setItem('waitlistSubmissions', '[{"email":"a@b"},{"email":"c@d"}]'))
    await page.route('**/api/waitlist/count', (route) => route.fulfill(answer))
    await page.goto('/')
    await expect(page.getByText('2+ solo providers have already joined')).toBeVisible()
  })
}

test('without a count, the page shows the last one that this browser knows, and never 0', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/503|count/)
  let answer: object = { status: 503, json: { error: { code: 'unavailable', message: '' } } }
  await page.route('**/api/waitlist/count', (route) => route.fulfill(answer))
  await page.goto('/')
  const failed = page.waitForResponse('**/api/waitlist/count')
  await page.reload()
  await failed
  await expect(page.locator('.hero-count p')).toBeVisible()
  expect(await words(page)).toBe('"Loading..."')
  await expect(page.getByText('0+ solo providers')).toBeHidden()

  answer = { json: { count: 1_234 } }
  await page.reload()
  await expect(page.getByText('1,234+ solo providers have already joined')).toBeVisible()
  answer = { status: 503, json: { error: { code: 'unavailable', message: '' } } }
  await page.reload()
  await expect(page.getByText('1,234+ solo providers have already joined')).toBeVisible()
})

test('a submit before hydration includes the code of the address', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/index-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/?ref=FIRST1', { waitUntil: 'commit' })
  await heroForm(page).getByLabel('Email').pressSequentially('early@example.com')
  await heroForm(page).getByLabel('Email').press('Enter')
  release()
  await expect(page).toHaveURL('/form')
  expect(await page.evaluate(() => localStorage.currentReferralCode)).toBe('FIRST1')
})
