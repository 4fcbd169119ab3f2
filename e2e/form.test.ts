import type { Locator } from '@playwright/test'
import { QUESTIONS } from '#site/questionnaire.ts'
import { expect, test } from './fixtures.ts'
import { addressOf, answer, answerBetween, ANSWERS, freshEmail, signUp, submit, walk } from './visitor.ts'

const ENTRIES = '**/api/waitlist/entries'
const JOINED = { status: 201, json: { position: 7, referral_code: 'AB12CD' } }

test('without an email, the form sends the visitor back and says so', async ({ page }) => {
  await page.goto('/form')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Session Expired')).toBeVisible()
  await expect(page.getByText('Please submit your email again.')).toBeVisible()
})

test('Next waits for an answer, and the progress bar follows', async ({ page }) => {
  await page.goto('/')
  await signUp(page, freshEmail('next'))
  const next = page.getByRole('button', { name: 'Next' })
  const progress = page.getByRole('progressbar', { name: 'Progress' })
  await expect(next).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Back' })).toBeHidden()
  await expect(progress).toHaveJSProperty('position', 1 / QUESTIONS.length)
  await page.getByPlaceholder('Enter your full name').fill('   ')
  await expect(next).toBeDisabled()
  await page.getByPlaceholder('Enter your full name').fill('Ada')
  await next.click()
  await expect(page.getByLabel('What is your business called?')).toBeFocused()
  await expect(progress).toHaveJSProperty('position', 2 / QUESTIONS.length)
  await expect(next).toBeDisabled()
})

test('Back keeps the answers, and a reload keeps the answers and the step', async ({ page }) => {
  await page.goto('/')
  await signUp(page, freshEmail('reload'))
  await answer(page, { until: 'problems' })
  await page.getByRole('checkbox', { name: 'Difficulty keeping existing clients returning' }).check()
  await page.getByRole('checkbox', { name: 'Other', exact: true }).check()
  await page.getByPlaceholder('Please specify...').fill('Parking')

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Which problems would you like to avoid?' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Difficulty keeping existing clients returning' })).toBeChecked()
  await expect(page.getByPlaceholder('Please specify...')).toHaveValue('Parking')
  await walk(page, 'problems', 'job_industry')
  await expect(page.getByRole('radio', { name: 'Barber' })).toBeChecked()
  await walk(page, 'job_industry', 'is_solo_provider')
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeChecked()
  await walk(page, 'is_solo_provider', 'business_name')
  await expect(page.getByLabel('What is your business called?')).toHaveValue('Fade to Grace')
})

test('every step has its place in the browser’s history, and none can be opened too early', async ({ page }) => {
  const heading = (name: string) =>
    page.getByRole('heading', { name: QUESTIONS.find((question) => question.name === name)!.question })
  await page.goto('/')
  await signUp(page, freshEmail('history'))
  await answer(page, { until: 'job_industry' })
  await page.goBack()
  await expect(heading('is_solo_provider')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('What is your business called?')).toHaveValue('Fade to Grace')
  await page.goForward()
  await expect(heading('is_solo_provider')).toBeVisible()
  await page.reload()
  await expect(heading('is_solo_provider')).toBeVisible()

  // A question that the browser goes back to begins at its top.
  await page.setViewportSize({ width: 360, height: 500 })
  await page.mouse.wheel(0, 100)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.goBack()
  await expect(heading('is_solo_provider')).toBeInViewport()

  // The button takes the same way back as the browser.
  await walk(page, 'is_solo_provider', 'full_name')
  await expect(heading('full_name')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await page.goForward()
  await expect(heading('full_name')).toBeVisible()

  await page.goto(addressOf(QUESTIONS.at(-1)!.name))
  await expect(page).toHaveURL(addressOf('job_industry'))
  await expect(heading('job_industry')).toBeVisible()
  await walk(page, 'job_industry', 'is_solo_provider')
  await expect(page).toHaveURL(addressOf('is_solo_provider'))
  await page.goto('/form?step=nonsense')
  await expect(page).toHaveURL(addressOf('is_solo_provider'))
})

test('each tab keeps its own person and their answers', async ({ page, context }) => {
  const [ada, bea] = [freshEmail('ada'), freshEmail('bea')]
  await page.goto('/')
  await signUp(page, ada)
  await answer(page, { until: 'business_name' })
  const other = await context.newPage()
  await other.goto('/')
  await signUp(other, bea)

  await page.reload()
  await expect(page.getByText(ada)).toBeVisible()
  await expect(page.getByLabel('What is your business called?')).toBeVisible()
  await answer(other)
  await submit(other)
  await expect(other.getByRole('heading', { name: "You're In!" })).toBeVisible()
  await page.reload()
  await expect(page.getByText(ada)).toBeVisible()
})

test('the email stands beside the questions and can be changed, which keeps the answers', async ({ page }) => {
  const [wrong, right] = [freshEmail('wrong'), freshEmail('right')]
  await page.goto('/?ref=AB12CD')
  await signUp(page, wrong)
  await answer(page, { until: 'problems' })
  await page.getByRole('button', { name: 'Change email' }).click()
  const field = page.getByLabel('Email', { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(wrong)
  await field.fill('nonsense')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/@/)
  await field.fill(right)
  await field.press('Enter')
  await expect(page.getByText(right)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change email' })).toBeFocused()
  await page.getByRole('button', { name: 'Change email' }).press('Enter')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(right)).toBeVisible()

  await page.reload()
  await answer(page, { from: 'problems' })
  const sent = page.waitForRequest(ENTRIES)
  await submit(page)
  expect((await sent).postDataJSON()).toMatchObject({ ...ANSWERS, email: right, used_referral_code: 'AB12CD' })
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
  expect(await page.evaluate(() => localStorage.currentEmail ?? sessionStorage.currentEmail ?? null)).toBeNull()
})

test('the answers of one person are not shown to the next person', async ({ page }) => {
  await page.goto('/')
  await signUp(page, freshEmail('one'))
  await answer(page, { until: 'is_solo_provider' })
  await page.goto('/')
  await signUp(page, freshEmail('two'))
  await expect(page.getByLabel('What is your name?')).toHaveValue('')
})

test('No counts as an answer', async ({ page }) => {
  await page.goto('/')
  await signUp(page, freshEmail('no'))
  await answer(page, { until: 'is_solo_provider' })
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByRole('radio', { name: 'No', exact: true }).check()
  await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled()
})

test('Other asks for words on problems and goals, not on the industry, and removes them when it is deselected', async ({
  page,
}) => {
  await page.route(ENTRIES, (route) => route.fulfill(JOINED))
  await page.goto('/')
  await signUp(page, freshEmail('other'))
  await answer(page, { until: 'job_industry' })
  const next = page.getByRole('button', { name: 'Next' })
  const specify = page.getByPlaceholder('Please specify...')

  await page.getByRole('radio', { name: 'Other' }).check()
  await expect(specify).toBeHidden()
  await next.click()
  await answerBetween(page, 'job_industry', 'problems')

  await page.getByRole('checkbox', { name: 'Other', exact: true }).check()
  await expect(next).toBeDisabled()
  await specify.fill('  ')
  await expect(next).toBeDisabled()
  await specify.fill('Parking')
  await next.click()
  await answerBetween(page, 'problems', 'goals')

  await page.getByRole('checkbox', { name: 'Other', exact: true }).check()
  await specify.fill('Fame')
  await page.getByRole('checkbox', { name: 'Other', exact: true }).uncheck()
  await expect(specify).toBeHidden()
  await expect(next).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Connect with mentors' }).check()
  await next.click()
  await answerBetween(page, 'goals')

  const sent = page.waitForRequest(ENTRIES)
  await submit(page)
  expect((await sent).postDataJSON()).toMatchObject({
    job_industry: 'Other',
    problems: ['Other'],
    other_problem: 'Parking',
    goals: ['Connect with mentors'],
    price_range: ANSWERS.price_range,
  })
  await expect(page).toHaveURL('/thank-you?position=7&referral=AB12CD')
  const [submission] = await page.evaluate(() => JSON.parse(localStorage.waitlistSubmissions))
  expect(submission).toMatchObject({ other_problem: 'Parking', other_goal: null })
})

test('after a failure the notice names the stage, and a retry with the same id works', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/503/)
  const sent: Record<string, unknown>[] = []
  const message = 'Could not save your submission: nothing was stored. Please try again in a moment.'
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

test('different answers after a failure are a different submission', async ({ page, expectConsole }) => {
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
  await expect(page.getByText('Failed')).toBeVisible()
  await walk(page, QUESTIONS.at(-1)!.name, 'price_range')
  await page.getByRole('radio', { name: '£60+/month' }).check()
  await walk(page, 'price_range')
  await submit(page)
  await expect.poll(() => ids.length).toBe(2)
  expect(ids[1]).not.toBe(ids[0])
})

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

test('without a network, the notice is still shown', async ({ page, context, expectConsole }) => {
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
  await expect(page.getByText('There was a problem submitting your information.')).toBeHidden({ timeout: 2000 })
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
  await expect(field).toHaveAccessibleDescription('This answer must have at most 200 characters.')
  await field.fill('Shorter')
  await expect(field).not.toHaveAttribute('aria-invalid')
})

test('a late answer does not disturb another person who has signed up since', async ({ page }) => {
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

test('the whole form works from the keyboard alone', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(freshEmail('keys'))
  await page.keyboard.press('Enter')

  const sent = page.waitForRequest(ENTRIES)
  for (const { name, kind, question } of QUESTIONS) {
    await expect(
      kind === 'text' ? page.getByLabel(question) : page.getByRole('heading', { name: question }),
    ).toBeFocused()
    if (kind === 'text') await page.keyboard.type('Ada')
    else {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
    }
    if (name === 'job_industry') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  expect((await sent).postDataJSON()).toMatchObject({ full_name: 'Ada', job_industry: 'Hairdresser' })
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeFocused()
})

test('an on-screen keyboard that leaves little room hides neither the field nor Next', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await signUp(page, freshEmail('phone'))
  await page.setViewportSize({ width: 360, height: 380 })
  await page.getByLabel('What is your name?').focus()
  await expect(page.getByLabel('What is your name?')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 })
  // On its side.
  await page.setViewportSize({ width: 740, height: 150 })
  await page.getByLabel('What is your name?').click()
  await expectUncovered(page.getByLabel('What is your name?'))
  await expect(page.getByLabel('What is your name?')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 360, height: 380 })

  await answer(page, { until: 'problems' })
  await page.getByRole('checkbox', { name: 'Other', exact: true }).check()
  await page.getByPlaceholder('Please specify...').focus()
  await expect(page.getByPlaceholder('Please specify...')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 })
  const field = (await page.getByPlaceholder('Please specify...').boundingBox())!
  const next = (await page.getByRole('button', { name: 'Next' }).boundingBox())!
  expect(field.y + field.height).toBeLessThanOrEqual(next.y)
})

test('the bar with the buttons never hides the focused choice or field', async ({ page }) => {
  await page.goto('/')
  await signUp(page, freshEmail('focus'))
  const windows = [
    { width: 1280, height: 720 },
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
    { width: 740, height: 360 },
  ]
  await page.setViewportSize(windows.at(-1)!)
  await expectUncovered(page.getByLabel('What is your name?'))

  for (const [from, until] of [
    ['full_name', 'problems'],
    ['problems', 'goals'],
  ] as const) {
    await answer(page, { from, until })
    for (const window of windows) {
      await page.setViewportSize(window)
      await page.getByRole('heading', { level: 1 }).focus()
      for (const choice of await page.getByRole('checkbox').all()) {
        await page.keyboard.press('Tab')
        await expect(choice).toBeFocused()
        await expectUncovered(choice)
      }
    }
  }
})

test('where a keyboard would open over the question, the question has the focus', async ({ browser, baseURL }) => {
  const phone = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })
  const page = await phone.newPage()
  await page.goto(baseURL!)
  await signUp(page, freshEmail('touch'))
  await expect(page.getByRole('heading', { name: 'What is your name?' })).toBeFocused()
  await phone.close()
})

/** Between the header and the bar with the buttons. */
async function expectUncovered(field: Locator) {
  const { top, bottom, header, next } = await field.evaluate((field: HTMLInputElement) => ({
    ...field.getBoundingClientRect().toJSON(),
    header: document.querySelector('header')!.getBoundingClientRect().bottom,
    next: field.form!.querySelector('[type=submit]')!.getBoundingClientRect().top,
  }))
  expect(top).toBeGreaterThanOrEqual(header)
  expect(bottom).toBeLessThanOrEqual(next)
}
