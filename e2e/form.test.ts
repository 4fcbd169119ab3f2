import { site } from '#shared/site/site.ts'
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
  const count = site().questions.length
  const progress = page.getByRole('progressbar', { name: `of ${count}` })
  await expect(page).toHaveTitle(`Question 1 of ${count} | ${site().brand.name}`)
  await expect(next).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Back' })).toBeHidden()
  await expect(progress).toHaveJSProperty('position', 1 / site().questions.length)
  await page.getByPlaceholder('Enter your full name').fill('   ')
  await expect(next).toBeDisabled()
  await page.getByPlaceholder('Enter your full name').fill('Ada')
  await next.click()
  await expect(page.getByLabel('What is your business called?')).toBeFocused()
  await expect(progress).toHaveJSProperty('position', 2 / site().questions.length)
  await expect(progress).toHaveAccessibleName(`Question 2 of ${count}`)
  await expect(page).toHaveTitle(`Question 2 of ${count} | ${site().brand.name}`)
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

test('of a form that the owner has changed meanwhile, all answers stay, and the new question is open', async ({
  page,
}) => {
  await page.goto('/')
  await signUp(page, freshEmail('changed'))
  await answer(page, { until: 'goals' })
  // As if the form had been left before this question was added, at a step that it no longer has.
  await page.evaluate((count) => {
    const draft = JSON.parse(sessionStorage.formDraft)
    delete draft.answers.job_industry
    sessionStorage.formDraft = JSON.stringify({ ...draft, step: count })
  }, site().questions.length)
  await page.goto('/form')
  await expect(page).toHaveURL(addressOf('job_industry'))
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByRole('radio', { name: 'Barber' }).check()
  await walk(page, 'job_industry', 'goals')
  await walk(page, 'goals', 'business_name')
  await expect(page.getByLabel('What is your business called?')).toHaveValue('Fade to Grace')
})

test('every step has its place in the browser’s history, and none can be opened too early', async ({ page }) => {
  const heading = (name: string) =>
    page.getByRole('heading', { name: site().questions.find((question) => question.name === name)!.question })
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

  await page.goto(addressOf(site().questions.at(-1)!.name))
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

test("on a phone a long email and 'Change' below it begin at the same edge", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const email = freshEmail('a-long-email')
  await signUp(page, email)
  const [above, below] = await Promise.all(
    [page.getByText(email), page.getByText('Change', { exact: true })].map((one) =>
      one.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return range.getBoundingClientRect()
      }),
    ),
  )
  expect(below!.top).toBeGreaterThanOrEqual(above!.bottom)
  expect(below!.left).toBeCloseTo(above!.left, 0)
})

test('the email stands beside the questions and can be changed, which keeps the answers', async ({ page }) => {
  const [wrong, right] = [freshEmail('wrong'), freshEmail('right')]
  await page.goto('/?ref=AB12CD')
  await signUp(page, wrong)
  await answer(page, { until: 'problems' })
  await page.getByRole('button', { name: 'Change email' }).click()
  const field = page.getByLabel('Your email', { exact: true })
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

test('an email that is corrected but not saved is the one that joins', async ({ page }) => {
  const [wrong, right] = [freshEmail('slip'), freshEmail('righted')]
  await page.goto('/')
  await signUp(page, wrong)
  await answer(page)
  await page.getByRole('button', { name: 'Change email' }).click()
  const field = page.getByLabel('Your email', { exact: true })
  await field.fill('nonsense')
  await submit(page)
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/@/)
  await field.fill(right)
  const sent = page.waitForRequest(ENTRIES)
  await submit(page)
  expect((await sent).postDataJSON()).toMatchObject({ ...ANSWERS, email: right })
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
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
