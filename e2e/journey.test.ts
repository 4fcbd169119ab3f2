import { toAnswers } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'
import { FASTEST_PERSON_MS } from '#site/trust.ts'
import { placeAfter } from '../test/people/place-after.ts'
import { expect, test } from './fixtures.ts'
import { answer, ANSWERS, freshEmail, heroForm, joinByApi, signUp, submit } from './visitor.ts'

test('a friend who joins with the first person’s link moves them up', async ({ page, browser, request }) => {
  const email = freshEmail('first')
  // Enough people join first that moving up does not reach the head of the queue.
  for (let index = 0; index < site().referral.placesPerFriend + 1; index++)
    await joinByApi(request, freshEmail('earlier'))

  await page.goto('/')
  await signUp(page, email)
  await answer(page)
  await submit(page)
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
  const { position, code } = placeOf(page.url())
  await expect(page.getByText(`You're #${position} on our waitlist`)).toBeVisible()
  const link = await page.getByText(`?ref=${code}`).innerText()

  const friend = await browser.newPage()
  await friend.goto(link)
  await expect(heroForm(friend).getByLabel('Referral code')).toHaveValue(code)
  await signUp(friend, freshEmail('friend'))
  await answer(friend)
  // A faster join is marked as a bot's, and would bring its referrer nothing.
  await friend.waitForTimeout(FASTEST_PERSON_MS)
  await submit(friend)
  await expect(friend.getByRole('heading', { name: "You're In!" })).toBeVisible()
  expect(placeOf(friend.url()).position).toBeGreaterThan(position)
  expect(placeOf(friend.url()).code).not.toBe(code)
  await friend.close()

  expect((await joinByApi(request, email)).position).toBe(placeAfter(position, 1))
})

test('after success, the browser has the submission and no sign-up', async ({ page }) => {
  const email = freshEmail('kept')
  await page.goto('/?ref=ZZZZZZ')
  await signUp(page, email)
  await answer(page)
  await submit(page)
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()

  const { position, code } = placeOf(page.url())
  const stored = await page.evaluate(() => ({
    keys: Object.keys(localStorage).toSorted(),
    submissions: JSON.parse(localStorage.waitlistSubmissions),
    draft: sessionStorage.getItem('formDraft'),
  }))
  expect(stored.keys).toEqual(['placeEmail', 'placeToken', 'referralCode', 'waitlistCount', 'waitlistSubmissions'])
  expect(stored.draft).toBeNull()
  expect(stored.submissions).toEqual([
    {
      id: expect.any(String),
      email,
      position,
      referral_code: code,
      used_referral_code: 'ZZZZZZ',
      referrals: 0,
      ...toAnswers(ANSWERS),
      created_at: expect.any(String),
    },
  ])
})

test('going back from the confirmation opens the landing page', async ({ page }) => {
  await page.goto('/')
  await signUp(page, freshEmail('back'))
  await answer(page)
  await submit(page)
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Ready to Join?' })).toBeVisible()
  await expect(page.getByText('Session Expired')).toBeHidden()
})

test('visitors who leave the questions can continue where they left off', async ({ page }) => {
  const email = freshEmail('later')
  const link = page.getByRole('link', { name: 'Continue where you left off' })
  await page.goto('/')
  await signUp(page, email)
  await answer(page, { until: 'job_industry' })
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(link).toContainText(email)
  await page.reload()
  await link.click()
  await expect(page.getByRole('heading', { name: 'What is your job industry?' })).toBeVisible()
  await answer(page, { from: 'job_industry' })
  await submit(page)
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
  await page.goBack()
  await expect(heroForm(page)).toBeVisible()
  await expect(link).toBeHidden()
})

test(
  'every event of the journey is reported once, without an answer, an email or a code',
  { tag: '@long' },
  async ({ page, events }) => {
    await page.goto('/?ref=ZZZZZZ&utm_source=flyer')
    await signUp(page, freshEmail('events'))
    await answer(page)
    await submit(page)
    await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page.getByRole('heading', { name: 'Ready to Join?' })).toBeVisible()

    const steps = site().questions.map(({ name }) => name)
    const view = (path: string) => ({ name: 'page_view', path, title: expect.any(String) })
    await expect
      .poll(() => events)
      .toEqual([
        view('/'),
        view('/form'),
        ...steps.map((step_name, step_index) => ({ name: 'form_step_complete', step_index, step_name })),
        { name: 'waitlist_submission', has_referral: true },
        { name: 'referral_used' },
        view('/thank-you'),
        view('/'),
      ])
  },
)

test('the request contains the campaign, the elapsed time and the code', { tag: '@long' }, async ({ page }) => {
  await page.goto('/?utm_source=flyer&utm_campaign=june&ref=ABC123')
  await signUp(page, freshEmail('request'))
  await answer(page)
  const sent = page.waitForRequest('**/api/waitlist/entries')
  await submit(page)
  expect((await sent).postDataJSON()).toMatchObject({
    full_name: 'Ada Fade',
    used_referral_code: 'ABC123',
    utm: { source: 'flyer', campaign: 'june' },
    elapsed_ms: expect.any(Number),
    submission_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
})

function placeOf(url: string) {
  const parameters = new URL(url).searchParams
  return { position: Number(parameters.get('position')), code: parameters.get('referral')! }
}

test('without a network, joining fails with words, although nothing can be fetched to show them', async ({
  page,
  context,
  settled,
  expectConsole,
}) => {
  expectConsole(/Failed to fetch|ERR_INTERNET_DISCONNECTED|Signing up failed/)
  await page.goto('/')
  await settled()
  const form = heroForm(page)
  await context.setOffline(true)
  // Typed without a focus, which would have fetched the notices.
  await form.getByLabel('Email').evaluate((field: HTMLInputElement) => (field.value = 'ada@example.com'))
  await form.evaluate((element: HTMLFormElement) => element.requestSubmit())
  await expect(page.getByRole('alert')).toContainText('There was a problem processing your submission.')
  await expect(form.getByRole('button', { name: 'Join Waitlist' })).toBeVisible()
})
