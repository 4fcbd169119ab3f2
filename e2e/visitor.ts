import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { choicesOf, isChoiceQuestion, type Question } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'
import { sampleAnswers } from '../test/sample-answers.ts'

/** The default answers of a visitor in these tests. */
export const ANSWERS: Record<string, unknown> = {
  ...sampleAnswers(),
  full_name: 'Ada Fade',
  business_name: 'Fade to Grace',
  problems: ['Managing tasks while fulfilling services'],
  goals: ['Increase my number of bookings'],
}

export function freshEmail(name: string): string {
  return `${name}-${crypto.randomUUID()}@example.com`
}

/** Joins, or joins again, without a browser. */
export async function joinByApi(request: APIRequestContext, email: string, more: object = {}) {
  const { stamp } = (await (await request.get('/api/waitlist/stamp')).json()) as { stamp: string }
  const data = { email, ...ANSWERS, elapsed_ms: 60_000, stamp, ...more }
  const response = await request.post('/api/waitlist/entries', { data })
  expect(response.ok()).toBe(true)
  return (await response.json()) as { position: number; referral_code: string; browser_token?: string }
}

/** Goes from the landing page to the first question. */
export async function signUp(page: Page, email: string) {
  await heroForm(page).getByLabel('Email').fill(email)
  await heroForm(page).getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(page.getByRole('heading', { name: 'What is your name?' })).toBeVisible()
}

export function heroForm(page: Page) {
  return page.getByRole('form', { name: 'Join the waitlist' })
}

/** Answers the questions from the open one up to another, which stays open; by default, all of them. */
export async function answer(page: Page, { from, until }: { from?: string; until?: string | undefined } = {}) {
  const asked = site().questions.slice(from ? placeOf(from) : 0, until ? placeOf(until) : undefined)
  for (const question of asked) {
    await answerOne(page, question)
    if (question !== site().questions.at(-1)) await page.getByRole('button', { name: 'Next' }).click()
  }
}

/** Answers the questions that an owner added between two questions; without `until`, all questions after the first. */
export async function answerBetween(page: Page, after: string, until?: string) {
  const next = site().questions[placeOf(after) + 1]?.name
  if (next && next !== until) await answer(page, { from: next, until })
}

/** Goes from an open question to another, past answered ones; by default, to the last. */
export async function walk(page: Page, from: string, to = site().questions.at(-1)!.name) {
  const distance = placeOf(to) - placeOf(from)
  for (let step = 0; step < Math.abs(distance); step++) {
    await page.getByRole('button', { name: distance > 0 ? 'Next' : 'Back' }).click()
  }
}

/** The address at which the form shows this question. */
export function addressOf(name: string): string {
  return placeOf(name) === 0 ? '/form' : `/form?step=${placeOf(name) + 1}`
}

function placeOf(name: string): number {
  return site().questions.findIndex((question) => question.name === name)
}

async function answerOne(page: Page, question: Question) {
  const given = ANSWERS[question.name]
  if (!isChoiceQuestion(question)) return page.getByLabel(question.question).fill(String(given))
  const choices = choicesOf(question)
  const values = question.kind === 'yes-no' ? [given ? 'Yes' : 'No'] : [given].flat()
  for (const value of values) {
    const name = choices.find((choice) => choice.value === value)!.label
    await page.getByRole(question.kind === 'many' ? 'checkbox' : 'radio', { name, exact: true }).check()
  }
}

export async function submit(page: Page) {
  await page.getByRole('button', { name: 'Submit' }).click()
}

/** Makes pages that show a number fail to render. */
export async function breakNumbers(page: Page) {
  await page.addInitScript(() => {
    const { prototype } = Number
    prototype.toLocaleString = () => {
      throw new Error('broken')
    }
  })
}
