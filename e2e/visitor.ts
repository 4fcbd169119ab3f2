import { type APIRequestContext, expect, type Page } from '@playwright/test'

/** What a visitor of these tests answers when nothing else is said. */
const ANSWERS = {
  full_name: 'Ada Fade',
  business_name: 'Fade to Grace',
  is_solo_provider: true,
  job_industry: 'Barber',
  problems: ['Managing tasks while fulfilling services'],
  goals: ['Increase my number of bookings'],
  price_range: '£10 - £30/month',
}

export function freshEmail(name: string): string {
  return `${name}-${crypto.randomUUID()}@example.com`
}

/** Joins, or joins again, without a browser. */
export async function joinByApi(request: APIRequestContext, email: string, more: object = {}) {
  const response = await request.post('/api/waitlist/entries', { data: { email, ...ANSWERS, ...more } })
  expect(response.ok()).toBe(true)
  return (await response.json()) as { position: number; referral_code: string }
}

/** From the landing page to the first question. */
export async function signUp(page: Page, email: string) {
  await heroForm(page).getByLabel('Email').fill(email)
  await heroForm(page).getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(page.getByRole('heading', { name: 'What is your name?' })).toBeVisible()
}

export function heroForm(page: Page) {
  return page.getByRole('form', { name: 'Join the waitlist' })
}

/** How each question is answered, in their order. */
const STEPS: ((page: Page) => Promise<void>)[] = [
  (page) => page.getByLabel('What is your name?').fill(ANSWERS.full_name),
  (page) => page.getByLabel('What is your business called?').fill(ANSWERS.business_name),
  (page) => page.getByRole('radio', { name: 'Yes' }).check(),
  (page) => page.getByRole('radio', { name: ANSWERS.job_industry }).check(),
  (page) => page.getByRole('checkbox', { name: ANSWERS.problems[0]! }).check(),
  (page) => page.getByRole('checkbox', { name: ANSWERS.goals[0]! }).check(),
  (page) => page.getByRole('radio', { name: '£10-£30/month' }).check(),
]

/** Answers the questions from one (the first) up to another, which is left open; all of them when nothing is said. */
export async function answer(
  page: Page,
  { from = 1, until = STEPS.length + 1 }: { from?: number; until?: number } = {},
) {
  for (let question = from; question < until; question++) {
    await STEPS[question - 1]!(page)
    if (question < STEPS.length) await page.getByRole('button', { name: 'Next' }).click()
  }
}

export async function submit(page: Page) {
  await page.getByRole('button', { name: 'Submit' }).click()
}
