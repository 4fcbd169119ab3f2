import { readFileSync } from 'node:fs'
import type { Page, Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { isFree, joinTogether, openDashboard } from './owner.ts'
import { expectSound } from './sound.ts'
import { freshEmail, joinByApi } from './visitor.ts'
import { ROUTES } from '#shared/routes.ts'

const PROGRESS = /\/acts\/[\w-]{36}\b/

for (const { device, viewport, highest, tag } of [
  { device: 'desktop', viewport: { width: 1280, height: 800 }, highest: 280, tag: '@long' },
  { device: 'phone', viewport: { width: 360, height: 740 }, highest: 300, tag: [] },
] as { device: string; viewport: { width: number; height: number }; highest: number; tag: '@long' | [] }[]) {
  test(
    `the first person stands high on the screen, few Tab stops away, on a ${device}`,
    { tag },
    async ({ page, request }) => {
      // Shows only this test's people, because other tests add people meanwhile.
      const { word } = await joinTogether(request, 2)
      await page.setViewportSize(viewport)
      await openDashboard(page, `/admin/figures?q=${word}`)
      // Its name also says how many people of other tests wait to be looked at.
      await page.getByRole('link', { name: /^People/ }).click()
      await expect(page.getByRole('heading', { name: /^People \(/ })).toBeFocused()
      const first = page.getByRole('row').nth(1)
      // While joins are not counted yet, a notice above the list moves the row down.
      await expect.poll(async () => (await first.boundingBox())!.y).toBeLessThan(highest)
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'Skip to the list' })).toBeFocused()
      await page.keyboard.press('Enter')
      expect(await tabsInto(page)).toBe(1)

      // From the start of the page, without the skip button.
      await page.reload()
      await expect(first).toBeVisible()
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await page.evaluate(() => getSelection()!.setPosition(document.body, 0))
      expect(await tabsInto(page)).toBeLessThanOrEqual(27)
      await expect(first.getByRole('checkbox')).toBeFocused()
      await page.keyboard.press('Tab')
      const details = first.getByRole('button', { name: 'View details of' })
      await expect(details).toBeFocused()
      expect(await details.evaluate((button) => getComputedStyle(button).outlineStyle)).not.toBe('none')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: 'Waitlist Profile' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(details).toBeFocused()
    },
  )

  test(
    `each row says how somebody stands, their friends and their tags, on a ${device}`,
    { tag },
    async ({ page, request }) => {
      const { word, people } = await joinTogether(request, 3)
      const friend = `friend-of-${word}@example.com`
      await joinByApi(request, friend, { business_name: word, used_referral_code: people[0]!.referral_code })
      await page.setViewportSize(viewport)
      await openDashboard(page, `/admin/people?q=${word}`)
      const row = (email: string) => page.getByRole('row', { name: email })
      await act(page, { kind: 'hold' }, people[1]!.email)
      await act(page, { kind: 'reject' }, people[2]!.email)
      await act(page, { kind: 'tag', tag: word }, people[0]!.email)
      for (let tag = 30; tag > 0; tag--)
        await act(page, { kind: 'tag', tag: `tag ${tag} of ${word}` }, people[2]!.email)

      // The lines between the rows are whole.
      const heights = await row(people[0]!.email)
        .locator('td:visible, th:visible')
        .evaluateAll((cells) => cells.map((one) => Math.round(one.getBoundingClientRect().bottom)))
      if (device === 'desktop') expect(new Set(heights).size).toBe(1)
      await expect(cell(row(people[0]!.email), 'Status')).toHaveText('Waiting')
      await expect(cell(row(people[0]!.email), 'Friends')).toContainText('1')
      await expect(cell(row(people[1]!.email), 'Status')).toHaveText('Doubtful')
      await expect(cell(row(people[2]!.email), 'Status')).toHaveText('Rejected')
      await expect(cell(row(people[2]!.email), 'Tags')).toContainText(`tag 1 of ${word}`)
      await expect(cell(row(people[2]!.email), 'Tags')).toContainText('and 28 more')
      await expect(row(people[2]!.email)).toContainText('Barber')
      const tags = cell(row(people[0]!.email), 'Tags')
      await expect(tags).toHaveText(word)
      if (device === 'phone') expect((await tags.boundingBox())!.width).toBeLessThan(120)
      await expectSound(page)
      for (const name of ['Status', 'Tags']) await expect(cell(row(people[2]!.email), name)).toBeInViewport()
    },
  )
}

test('the owner tags the people whom they tick, and takes it back', async ({ page, request }) => {
  const { word, people } = await joinTogether(request, 3)
  await openDashboard(page, `/admin/people?sort=email&q=${word}`)
  const tags = (index: number) => cell(page.getByRole('row', { name: people[index]!.email }), 'Tags')
  for (const { email } of people.slice(0, 2)) await page.getByRole('checkbox', { name: email }).check()
  const bar = page.getByRole('region', { name: 'Selected people' })
  await expect(bar).toContainText('2 people selected')
  await expectSound(page)

  await bar.getByRole('button', { name: 'Tag' }).click()
  const question = page.getByRole('dialog', { name: 'Tag 2 people' })
  await question.getByLabel('Tag', { exact: true }).fill(`vip ${word}`)
  await expect(question).toContainText('2 people on the list change.')
  await expectSound(page)
  await page.keyboard.press('Enter')
  await expect(tags(0)).toContainText(`vip ${word}`)
  await expect(tags(1)).toContainText(`vip ${word}`)
  await expect(tags(2)).not.toContainText('vip')
  await expect(bar).toBeHidden()
  await expect(page.getByText(`Tagged “vip ${word}”: 2 people`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Undone: tagged “vip ${word}”: 2 people`)).toBeVisible()
  await expect(tags(0)).not.toContainText('vip')

  // A new filter deselects people who are no longer shown.
  await page.getByRole('checkbox', { name: people[0]!.email }).check()
  await page.getByPlaceholder('Search submissions...').fill(people[1]!.email)
  await expect(page.getByRole('heading', { name: 'People (1)' })).toBeVisible()
  await expect(bar).toBeHidden()
})

test('a note for several people stays typed when it could not be made', async ({ page, request, expectConsole }) => {
  expectConsole(/status of 500|That didn’t work/)
  const { word, people } = await joinTogether(request, 2)
  await openDashboard(page, `/admin/people?q=${word}`)
  for (const { email } of people) await page.getByRole('checkbox', { name: email }).check()
  const bar = page.getByRole('region', { name: 'Selected people' })
  await page.route('**/api/admin/acts', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
  await bar.getByRole('button', { name: 'Note' }).click()
  const question = page.getByRole('dialog', { name: 'Note 2 people' })
  await question.getByLabel('Note', { exact: true }).fill(`Long words about ${word}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('That didn’t work.')).toBeVisible()
  await expect(bar).toBeVisible()
  for (const button of await bar.getByRole('button').all()) expect(await isFree(button)).toBe(true)
  await bar.getByRole('button', { name: 'Note' }).click()
  await expect(question.getByLabel('Note', { exact: true })).toHaveValue(`Long words about ${word}`)
})

test('an act that was made clears the selection, even if its progress cannot be seen', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 401/)
  const { word, people } = await joinTogether(request, 2)
  await openDashboard(page, `/admin/people?q=${word}`)
  for (const { email } of people) await page.getByRole('checkbox', { name: email }).check()
  const bar = page.getByRole('region', { name: 'Selected people' })
  await page.route(PROGRESS, (route) => route.fulfill({ status: 401, json: {} }), { times: 1 })
  await bar.getByRole('button', { name: 'Note' }).click()
  await page.getByRole('dialog').getByLabel('Note', { exact: true }).fill('Once')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Follow it in Activity.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: people[0]!.email })).not.toBeChecked()
  await expect(bar).toBeHidden()
})

test('people who are ticked while an act is under way stay ticked', async ({ page, request }) => {
  const { word, people } = await joinTogether(request, 2)
  await openDashboard(page, `/admin/people?q=${word}`)
  const [first, second] = people.map(({ email }) => page.getByRole('checkbox', { name: email }))
  await first!.check()
  const held = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await held.promise
    await route.continue()
  }
  await page.route(PROGRESS, hold, { times: 1 })
  const bar = page.getByRole('region', { name: 'Selected people' })
  await bar.getByRole('button', { name: 'Hold' }).click()
  const followed = page.waitForRequest(PROGRESS)
  await page.getByRole('dialog').getByRole('button', { name: 'Hold' }).click()
  await followed
  await second!.check()
  held.resolve()
  await expect(page.getByText('Held: 1 person')).toBeVisible()
  await expect(bar).toContainText('1 person selected')
  await expect(second!).toBeChecked()
  await expect(first!).not.toBeChecked()
})

test('an act reaches everybody whom the filter finds, says how many before, and is taken back', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/500|That didn’t work/)
  const { word, people } = await joinTogether(request, 52)
  await openDashboard(page, `/admin/people?sort=email&q=${word}`)
  await act(page, { kind: 'reject' }, people[51]!.email)
  await page.getByRole('checkbox', { name: 'Everybody on this page' }).check()
  const bar = page.getByRole('region', { name: 'Selected people' })
  await expect(bar).toContainText('50 people selected')
  await bar.getByRole('button', { name: 'Select all 52' }).click()
  await expect(bar).toContainText('All 52 people selected')

  await bar.getByRole('button', { name: 'Reject' }).click()
  const question = page.getByRole('dialog', { name: 'Reject all 52 people?' })
  await expect(question).toContainText('51 people on the list change.')
  await expect(question).toContainText('1 person stays as now.')
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Rejected: 52 people, 51 changed, 1 unchanged')).toBeVisible()
  await expect(page.locator('td[data-label=Status]', { hasText: 'Rejected' })).toHaveCount(50)
  expect(await rejected(page, word)).toBe(52)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: rejected: 51 people')).toBeVisible()
  await expect(page.locator('td[data-label=Status]', { hasText: 'Waiting' })).toHaveCount(50)
  expect(await rejected(page, word)).toBe(1)
  const newest = await page.context().newPage()
  // Signing in again would end the session of the other tab.
  await newest.goto('/admin/settings/activity')
  await expect(newest.getByText('52 people: found by a search').first()).toBeVisible()
  await newest.close()

  // An act that fails leaves the selection as it was.
  await page.getByRole('checkbox', { name: people[0]!.email }).check()
  await page.route(`**${ROUTES.acts.path}`, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await bar.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('That didn’t work.')).toBeVisible()
  await expect(bar).toContainText('1 person selected')
})

test('the people who are ticked, or all who are found, are invited with a wave', async ({
  page,
  request,
  expectConsole,
}) => {
  // Mails are shown in a frame that blocks scripts, and Playwright adds scripts to every frame.
  expectConsole(/sandboxed/)
  const { word, people } = await joinTogether(request, 3)
  await openDashboard(page, `/admin/people?sort=email&q=${word}`)
  for (const { email } of people.slice(0, 2)) await page.getByRole('checkbox', { name: email }).check()
  const bar = page.getByRole('region', { name: 'Selected people' })
  await bar.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('heading', { name: 'New wave' })).toBeFocused()
  const line = page.getByRole('region', { name: 'Who is next' })
  await expect(line).toContainText('2 people would be invited.')
  await expect(line.getByRole('listitem')).toHaveText(people.slice(0, 2).map(({ email }) => new RegExp(email)))
  await expect(page.getByText('2 people you ticked.')).toBeVisible()

  await page.goBack()
  await page.getByRole('checkbox', { name: 'Everybody on this page' }).check()
  await page.getByRole('checkbox', { name: people[0]!.email }).uncheck()
  await bar.getByRole('button', { name: 'Select all 3' }).click()
  // A person who is unticked now leaves the selection, even if their box was not ticked before.
  await page.getByRole('checkbox', { name: people[0]!.email }).uncheck()
  await expect(bar).toContainText('2 people selected')
  await bar.getByRole('button', { name: 'Select all 3' }).click()
  await bar.getByRole('button', { name: 'Invite' }).click()
  await expect(line).toContainText('3 people would be invited.')
  await expect(page.getByRole('button', { name: /^Invite 3 people/ })).toBeDisabled()
})

test('People finds people whenever they joined, unless a range is asked for', async ({ page, request }) => {
  const { word } = await joinTogether(request, 2)
  await openDashboard(page, `/admin/figures?q=${word}`)
  await page.getByRole('link', { name: 'Show them' }).click()
  // Exactly the people of the figures.
  await expect(page.getByRole('heading', { name: 'People (2)' })).toBeVisible()
  await page.getByRole('button', { name: 'Last 30 days Remove this filter' }).click()
  await expect(page).toHaveURL(`/admin/people?q=${word}`)
  await page.getByPlaceholder('Search submissions...').fill(`nobody ${word}`)
  await expect(page.getByText('Nobody on the list matches this.')).toBeVisible()
  await expectSound(page)
})

const cell = (row: ReturnType<Page['getByRole']>, name: string) => row.locator(`[data-label="${name}"]`)

/** Presses Tab until the focus is in a row of the list. Returns how often. */
async function tabsInto(page: Page): Promise<number> {
  for (let presses = 1; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement?.closest('tbody tr') !== null)) return presses
  }
  return Infinity
}

/** Makes an act about one person, and waits for its end. */
async function act(page: Page, request: object, email: string) {
  const { entries } = await (await page.request.get(`${ROUTES.entries.path}?q=${encodeURIComponent(email)}`)).json()
  const data = { ...request, select: { ids: [entries[0].id] } }
  const made = await page.request.post(ROUTES.acts.path, { data })
  expect(made.status()).toBe(202)
  const { act_id } = await made.json()
  const state = async () => (await (await page.request.get(`${ROUTES.acts.path}/${act_id}`)).json()).state
  await expect.poll(state).toBe('done')
}

async function rejected(page: Page, word: string): Promise<number> {
  const query = new URLSearchParams({ q: word, range: 'all', rejected: 'yes' })
  return (await (await page.request.get(`${ROUTES.summary.path}?${query}`)).json()).totalSignups
}

test('the columns of People are chosen, and kept in the browser', async ({ page, request }) => {
  const { word } = await joinTogether(request, 1)
  await openDashboard(page, `/admin/people?q=${word}`)
  const heads = page.getByRole('columnheader')
  await expect(heads.filter({ hasText: 'Place' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  await dialog.getByRole('checkbox', { name: 'Price Range' }).check()
  await dialog.getByRole('checkbox', { name: 'Tags' }).uncheck()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await expect(heads.filter({ hasText: 'Price Range' })).toHaveCount(1)
  await expect(heads.filter({ hasText: 'Tags' })).toHaveCount(0)
})

test('the owner adds a person by hand, saves a view of the list, and exports the ticked people', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/This person is on the list already/)
  const { word } = await joinTogether(request, 2)
  await openDashboard(page, `/admin/people?sort=friends`)
  await page.getByRole('button', { name: 'Add a person' }).click()
  const form = page.getByRole('dialog', { name: 'Add a person' })
  const email = freshEmail(`${word}-99`)
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Name').fill('Ana "the scissors" Silva')
  await form.getByRole('button', { name: 'Add person' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Add a person' }).click()
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Add person' }).click()
  await expect(form.getByText('This person is on the list already.')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Views/ }).click()
  const views = page.getByRole('dialog', { name: 'Saved views' })
  await views.getByLabel('Save this list as').fill(`By friends ${word}`)
  await views.getByRole('button', { name: 'Save view' }).click()
  await expect(views.getByRole('button', { name: `By friends ${word}`, exact: true })).toBeVisible()
  await expectSound(page)
  await page.goto(`/admin/people?q=${word}`)
  await expect(page.getByText('Ana "the scissors" Silva')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Everybody on this page' }).check()
  const download = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Selected people' }).getByRole('button', { name: 'Export' }).click()
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(4)

  await page.getByRole('button', { name: /^Views/ }).click()
  await views.getByRole('button', { name: `By friends ${word}`, exact: true }).click()
  await expect(page).toHaveURL('/admin/people?sort=friends')
  await expect(views).toBeHidden()
  await page.getByRole('button', { name: /^Views/ }).click()
  await views.getByRole('button', { name: `Delete: By friends ${word}` }).click()
  await expect(views.getByRole('button', { name: `By friends ${word}`, exact: true })).toHaveCount(0)
})
