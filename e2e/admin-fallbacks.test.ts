import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { periodOf } from '#shared/list/period.ts'
import { summarizeEntries } from '#shared/list/summarize.ts'
import { Summary } from '#shared/list/summary.ts'
import type { Countable } from '#shared/list/tally.ts'
import { expect, test } from './fixtures.ts'
import { figure, joinTogether, openDashboard } from './owner.ts'
import { freshEmail } from './visitor.ts'

const LOCAL = {
  business_name: 'Kept Here',
  is_solo_provider: false,
  job_industry: 'Nail Artist',
  problems: ['Other'],
  other_problem: 'Rent',
  goals: ['Connect with mentors'],
  price_range: '£60+/month',
}

test('entries that only this browser has are marked and counted, and entries that the list has are not', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/503|could not be refreshed/)
  const { word, people } = await joinTogether(request, 1)
  await keepHere(page, [
    { ...LOCAL, id: 'one', email: freshEmail(word), created_at: new Date().toISOString() },
    { ...LOCAL, id: 'two', email: people[0]!.email, created_at: new Date().toISOString() },
    // An invalid value from other code, and an entry without any field.
    null,
    { email: `${word}@nothing.example` },
  ])
  await openDashboard(page, `/admin/figures?tab=submissions&q=${word}`)
  await expect(page.getByRole('heading', { name: 'Waitlist Submissions (3)' })).toBeVisible()
  await expect(page.getByText('only in this browser')).toHaveCount(2)
  await expect(figure(page, 'Group Practices')).toHaveText('1')
  // Two of the three people named one.
  await expect(figure(page, 'Industries')).toHaveText('2')

  await page.getByRole('button', { name: `View details of ${word}@nothing.example` }).click()
  const dialog = page.getByRole('dialog', { name: 'Waitlist Profile' })
  await expect(dialog.getByText('Submitted N/A')).toBeVisible()
  await expect(dialog.getByText('only in this browser')).toBeVisible()
  for (const name of ['Business Name', 'Industry', 'Price Range']) {
    await expect(dialog.locator('.card').filter({ hasText: `${name}N/A` })).toHaveCount(1)
  }
  for (const name of ['Waitlist Position', 'Referral Code', 'Challenges', 'Goals', 'History']) {
    await expect(dialog.getByText(name)).toBeHidden()
  }
  await dialog.getByRole('button', { name: 'Close' }).click()

  // Without an answer for another range, the figures stay, including the entry without a date.
  const unanswered = page.waitForResponse(/summary\?.*range=7d/)
  await page.route('**/api/admin/summary?*range=7d*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('button', { name: '7 days' }).click()
  await expect(figure(page, 'Total Sign-ups')).toHaveText('3')
  await unanswered
  await expect(page.getByText('Not up to date. Trying again...')).toBeVisible()
  await expect(figure(page, 'Total Sign-ups')).toHaveText('3')
  await page.getByRole('button', { name: '30 days' }).click()
  await expect(page.getByText('Not up to date. Trying again...')).toBeHidden()

  await page.getByRole('combobox', { name: 'Industry' }).selectOption('Nail Artist')
  await expect(page.getByRole('heading', { name: 'Waitlist Submissions (1)' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Kept Here' })).toBeVisible()
})

test(
  'the server is asked about all entries of this browser, however many there are',
  { tag: '@long' },
  async ({ page, request }) => {
    const { word, people } = await joinTogether(request, 1)
    const created_at = new Date().toISOString()
    const others = Array.from({ length: 450 }, (_, index) => `${word}-${index}@nothing.example`)
    await keepHere(
      page,
      [...others, people[0]!.email].map((email) => ({ ...LOCAL, email, created_at })),
    )
    await openDashboard(page, `/admin/figures?tab=submissions&q=${word}`)
    await expect(page.getByRole('heading', { name: 'Waitlist Submissions (451)' })).toBeVisible()
  },
)

test('without any answer, the entries of this browser are shown', async ({ page, expectConsole }) => {
  expectConsole(/503|could not be refreshed/)
  const email = freshEmail('kept')
  await keepHere(page, [{ ...LOCAL, id: 'one', email, date: new Date().toISOString() }])
  await answerAll(page, (route) => route.fulfill({ status: 503, json: { error: { code: 'unavailable' } } }))
  await openDashboard(page, '/admin/figures?tab=submissions')
  await expect(page.getByText('Not up to date. Trying again...')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waitlist Submissions (1)' })).toBeVisible()
  await expect(page.getByRole('row', { name: email })).toContainText('less than a minute ago')
  const card = page.getByRole('region', { name: 'Total Sign-ups' })
  await expect(card).toContainText('Last 30 days, only in this browser')
  // Another range neither waits for the server nor loses the entry.
  await page.getByRole('button', { name: '7 days' }).click()
  await expect(card).toContainText('Last 7 days, only in this browser')
  await expect(page.getByRole('row', { name: email })).toBeVisible()
})

test('when nothing could be fetched, no figure claims to be zero', async ({ page, expectConsole }) => {
  expectConsole(/503|could not be refreshed/)
  await answerAll(page, (route) => route.fulfill({ status: 503, json: { error: { code: 'unavailable' } } }))
  await openDashboard(page)
  for (const name of ['Total Sign-ups', 'Solo Providers', 'Group Practices', 'Industries']) {
    await expect(figure(page, name)).toHaveText('–Not known')
    await expect(page.getByRole('region', { name, exact: true })).toContainText('Could not be loaded')
  }
  await expect(page.getByText('New sign-ups (7d)–Not known')).toBeVisible()
  for (const tab of ['Overview', 'Pricing', 'Detailed Charts']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel')).toContainText(
      'The list couldn’t be loaded. Trying again every 30 seconds.',
    )
  }
  const lost = page.getByText('The list couldn’t be loaded. Trying again every 30 seconds')
  await page.getByRole('tab', { name: 'All Submissions' }).click()
  await expect(lost).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waitlist Submissions', exact: true })).toBeVisible()
})

test('when nothing could be fetched, the overview claims neither zero nor that all is done', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/503|could not be refreshed/)
  const refuse: Answer = (route) => route.fulfill({ status: 503, json: { error: { code: 'unavailable' } } })
  await answerAll(page, refuse)
  for (const path of ['overview', 'settings', 'reviews/count', 'messages/unread'])
    await page.route(`**/api/admin/${path}`, refuse)
  await openDashboard(page, '/admin')
  for (const name of ['Needs you', 'Where sign-ups come from', 'Who brought the most friends']) {
    await expect(page.getByRole('region', { name })).toContainText('This couldn’t be loaded. Trying again')
  }
  await expect(page.getByRole('link', { name: 'In all Not known' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).not.toContainText('Nothing right now')
  await expect(main).not.toContainText('joined through a friend')
})

test('without the server, a section shows neither the number of another one nor an empty list', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/503|could not be refreshed/)
  await openDashboard(page)
  await expect(figure(page, 'Total Sign-ups')).toHaveText(/^\d/)
  await answerAll(page, (route) => route.fulfill({ status: 503, json: { error: { code: 'unavailable' } } }))
  await page.getByRole('link', { name: 'People' }).click()
  await expect(page.getByText('The list couldn’t be loaded. Trying again every 30 seconds')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible()
  await expect(page.getByText('No submissions found')).toHaveCount(0)
  await page.route('**/api/admin/site', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/admin/settings/site')
  await expect(page.getByText('The site couldn’t be loaded. Trying again')).toBeVisible()
})

test('cards say with what a change compares', async ({ page }) => {
  const days = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString()
  const people = (count: number, before: number, is_solo_provider: boolean) =>
    Array.from({ length: count }, (): Countable => ({
      created_at: days(before),
      is_solo_provider,
      job_industry: 'Barber',
    }))
  await answerWith(page, [...people(103, 1, true), ...people(80, 40, true), ...people(2, 1, false)])
  await openDashboard(page)
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(card('Solo Providers')).toContainText('↑Up 28.8% vs the 30 days before, to this hour')
  await expect(card('Group Practices')).toContainText('None in the 30 days before')
  await expect(card('Industries')).toContainText('→Unchanged, 0.0% vs the 30 days before')
})

test('an answer of an unknown shape leaves an empty list', { tag: '@long' }, async ({ page, expectConsole }) => {
  expectConsole(/could not be refreshed/)
  await keepHere(page, [{ ...LOCAL, id: 'one', email: freshEmail('kept'), created_at: new Date().toISOString() }])
  // Signing in again would end the session of the page that is still open.
  await openDashboard(page)
  for (const body of ['<html>', '{}', 'null', '{"entries":7,"referrers":{},"period":null}']) {
    await answerAll(page, (route) => route.fulfill({ body }))
    await page.goto('/admin/figures?tab=submissions')
    await expect(page.getByText('The list couldn’t be loaded. Trying again every 30 seconds')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Waitlist Submissions', exact: true })).toBeVisible()
    await expect(page.getByText('only in this browser')).toHaveCount(0)
    await expect(figure(page, 'Total Sign-ups')).toHaveText('–Not known')
  }
})

test('an empty list says so, and shows what this browser has', async ({ page }) => {
  await beEmpty(page)
  await openDashboard(page, '/admin/figures?tab=submissions')
  const sentence = 'No submissions found. When users join the waitlist, they will appear here.'
  await expect(page.getByText(sentence)).toBeVisible()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByText('Top price rangeN/A')).toBeVisible()
  await page.getByRole('tab', { name: 'Pricing' }).click()
  await expect(
    page.getByText('No pricing data available yet. This chart will populate as users complete the form.'),
  ).toBeVisible()

  await keepHere(page, [{ ...LOCAL, id: 'one', email: freshEmail('kept'), created_at: new Date().toISOString() }])
  await page.goto('/admin/figures?tab=submissions')
  await expect(page.getByRole('heading', { name: 'Waitlist Submissions (1)' })).toBeVisible()
  await expect(page.getByText('only in this browser')).toBeVisible()
})

test('filters that match nobody leave a row that says so', { tag: '@long' }, async ({ page, request }) => {
  await joinTogether(request, 1)
  await openDashboard(page, `/admin/figures?tab=submissions&q=${crypto.randomUUID()}`)
  await expect(page.getByRole('cell', { name: 'No submissions found' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
})

test('until the first answer, a text says that the data loads', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/admin/summary?*', async (route) => {
    await held
    await route.continue()
  })
  await openDashboard(page)
  await expect(page.getByText('Loading data...')).toBeVisible()
  release()
  await expect(page.getByText('Loading data...')).toBeHidden()
})

test('no text about friends is shown before the friends are loaded', { tag: '@long' }, async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/admin/referrers?*', async (route) => {
    await held
    await route.fulfill({ json: { referrers: [] } })
  })
  await openDashboard(page)
  const friends = page.getByRole('region', { name: 'Who brought the most friends' })
  await expect(friends).toContainText('Loading data...')
  release()
  await expect(friends).toContainText('Nobody has brought a friend in this period yet.')
})

test('friends that could not be loaded are not said to be none', { tag: '@long' }, async ({ page, expectConsole }) => {
  expectConsole(/503|could not be refreshed/)
  await page.route('**/api/admin/referrers?*', (route) => route.fulfill({ status: 503, json: {} }))
  await openDashboard(page)
  const friends = page.getByRole('region', { name: 'Who brought the most friends' })
  await expect(friends).toContainText('This list couldn’t be loaded.')
})

/** The entries that an earlier visit left in this browser. */
async function keepHere(page: Page, entries: unknown[]) {
  await page.addInitScript((stored) => localStorage.setItem('waitlistSubmissions', stored), JSON.stringify(entries))
}

type Answer = Parameters<Page['route']>[1]

async function answerAll(page: Page, answer: Answer) {
  for (const path of ['summary?*', 'entries?*', 'referrers?*', 'entries/unknown']) {
    await page.route(`**/api/admin/${path}`, answer)
  }
}

/** Answers as if nobody had joined. The list of these tests is never empty. */
async function beEmpty(page: Page) {
  await page.route('**/api/waitlist/count', (route) => route.fulfill({ json: { count: 0 } }))
  await answerWith(page, [])
  await page.route('**/api/admin/referrers?*', (route) => route.fulfill({ json: { referrers: [] } }))
  await page.route('**/api/admin/entries?*', (route) => route.fulfill({ json: { entries: [], next_cursor: null } }))
}

/** Answers with the figures of these entries. */
async function answerWith(page: Page, entries: Countable[]) {
  const now = new Date()
  const period = periodOf({ range: '30d', from: undefined, to: undefined }, { now, timeZone: 'Europe/London' })
  const figures = summarizeEntries(entries, { filters: {}, period, now })
  const funnel = { visits: 0, emails: 0, steps: [], submissions: 0, shares: 0 }
  const beside = {
    questionable: { doubtful: 0, rejected: 0 },
    uncounted: { joins: 0, seconds: 0, missing: 0 },
    languages: [],
  }
  const json = z.encode(Summary, { ...figures, funnel, ...beside })
  await page.route('**/api/admin/summary?*', (route) => route.fulfill({ json }))
}
