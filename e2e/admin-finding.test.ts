import { expect, test } from './fixtures.ts'
import { figure, joinTogether, openDashboard } from './owner.ts'
import { expectSound } from './sound.ts'
import { freshEmail, joinByApi } from './visitor.ts'
import { ROUTES } from '#shared/routes.ts'

test('on a phone the figures and tabs come first, the filters are in a sheet, and each is a chip', async ({
  page,
  request,
}) => {
  const { word } = await joinTogether(request, 2)
  await page.setViewportSize({ width: 360, height: 740 })
  await openDashboard(page)
  await expect.poll(async () => (await page.getByRole('tab').first().boundingBox())!.y).toBeLessThan(680)
  for (const link of await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link').all()) {
    await expect(link).toBeInViewport({ ratio: 1 })
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  }
  for (const name of ['7 days', 'Date Range'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  // The button shows its icon alone here, which must have no arc, like an icon for Reload.
  const sync = page.getByRole('button', { name: 'Sync to Beehiiv' })
  for (const path of await sync.locator('path').all()) expect(await path.getAttribute('d')).not.toMatch(/a/i)
  // The first person is in sight above the navigation.
  await page.goto('/admin/figures?tab=submissions')
  const details = page.getByRole('button', { name: /^View details of/ }).first()
  await expect(async () => {
    const bar = (await page.getByRole('navigation', { name: 'Dashboard' }).boundingBox())!
    const first = (await details.boundingBox())!
    // People of other tests may bring a line about the doubtful.
    const line = page.getByRole('button', { name: 'Leave out' })
    const more = (await line.isVisible()) ? 60 : 0
    expect(first.y + first.height).toBeLessThan(bar.y + more)
  }).toPass()
  await page.goto(`/admin/figures?q=${word}`)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('combobox', { name: 'Industry' }).selectOption('Barber')
  await sheet.getByText('More filters').click()
  await sheet.getByRole('combobox', { name: 'Referral' }).selectOption('Came directly')
  await expectSound(page)
  await sheet.getByRole('button', { name: 'Done (2 people)' }).click()
  await expect(page.getByRole('button', { name: 'Filters 2 active' })).toBeVisible()
  await page.getByRole('button', { name: 'Barber Remove this filter' }).click()
  await expect(page.getByRole('button', { name: 'Filters 1 active' })).toBeVisible()

  await page.setViewportSize({ width: 360, height: 640 })
  await page.getByRole('button', { name: 'Date Range' }).click()
  await expect(page.getByRole('dialog')).toBeInViewport({ ratio: 1 })
})

test('each row of a chart filters by itself and takes that back', { tag: '@long' }, async ({ page, request }) => {
  const { word } = await joinTogether(request, 2, { utm: { source: 'Corner' } })
  const other = { job_industry: 'Hairdresser', problems: ['Other'], other_problem: 'Parking' }
  await joinByApi(request, freshEmail(word), other)
  await openDashboard(page, `/admin/figures?q=${word}`)
  await expect(page.getByText('3 people found')).toBeVisible()
  const row = (title: string, name: string) =>
    page.getByRole('region', { name: title }).getByRole('button', { name, exact: true })
  for (const [tab, title, name, filter] of [
    ['Overview', 'Industry Distribution', 'Hairdresser', 'industry=Hairdresser'],
    ['Overview', 'Top Challenges', 'Other', 'problem=Other'],
    ['Overview', 'Where sign-ups come from', 'Direct', 'referred=no'],
    ['Overview', 'Where sign-ups come from', 'corner', 'source=corner'],
    ['Pricing', 'Price Range Preferences', '£10-£30', 'price=%C2%A310+-+%C2%A330%2Fmonth'],
    ['Detailed Charts', 'Provider Type Distribution', 'Solo Provider', 'solo=yes'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await row(title, name).first().click()
    await expect(page).toHaveURL((url) => url.search.includes(filter))
    await expect(page.getByRole('region', { name: 'Filtered by' }).getByRole('listitem')).toHaveCount(1)
    await row(title, name).first().press('Enter')
    await expect(page).not.toHaveURL((url) => url.search.includes(filter))
  }
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.locator('.pie-slice').first().click()
  await expect(page.getByText(/^(2 people|1 person) found$/)).toBeVisible()
  await page.getByRole('link', { name: 'Show them' }).click()
  await expect(page.getByRole('heading', { name: /^People \(\d\)$/ })).toBeFocused()
})

test('every filter can be set on the screen: also friends, state, tag, medium and campaign', async ({
  page,
  request,
}) => {
  const { word, people } = await joinTogether(request, 2)
  await joinByApi(request, freshEmail('friend'), { used_referral_code: people[0]!.referral_code })
  await openDashboard(page, `/admin/figures?q=${word}`)
  const select = { filters: { range: 'all', q: word } }
  await page.request.post(ROUTES.acts.path, { data: { kind: 'tag', tag: `met ${word}`, select } })
  const filters = page.getByRole('region', { name: 'Filters' })
  const chip = (name: string) => page.getByRole('button', { name: `${name} Remove this filter` })
  await filters.getByText('More filters').click()
  await filters.getByRole('combobox', { name: 'Status' }).selectOption('Waiting')
  await filters.getByRole('combobox', { name: 'Tag' }).selectOption(`met ${word} (2)`)
  await expect(chip('Waiting')).toBeVisible()
  await expect(chip(`Tag: met ${word}`)).toBeVisible()
  await expect(page.getByText('2 people found')).toBeVisible()
  const campaign = filters.getByRole('textbox', { name: 'Campaign' })
  await campaign.fill('autumn')
  await campaign.press('Enter')
  await expect(page.getByText('Nobody found')).toBeVisible()
  await chip('Campaign: autumn').click()
  await expect(campaign).toHaveValue('')
  await filters.getByRole('combobox', { name: 'Friends' }).selectOption('1 or more')
  await expect(page.getByText('1 person found')).toBeVisible()
  await expect(page).toHaveURL(/[?&]friends=1(&|$)/)
  await chip('Friends: 1 or more').click()
  await filters.getByRole('combobox', { name: 'Import' }).selectOption('Not imported')
  await expect(page.getByText('2 people found')).toBeVisible()
  await filters.getByRole('textbox', { name: 'Medium' }).fill('mail')
  await campaign.focus()
  await expect(chip('Medium: mail')).toBeVisible()
  await expectSound(page)
})

test(
  'a filter that nobody answers any more is a chip, and the count waits for a slow answer',
  { tag: '@long' },
  async ({ page, request }) => {
    const { word } = await joinTogether(request, 2)
    await openDashboard(page, `/admin/figures?q=${word}&industry=Baker&tag=gone`)
    await expect(page.getByText('Nobody found')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Industry' }).getByRole('option', { selected: true })).toHaveText(
      'Baker',
    )
    await page.getByRole('button', { name: 'Tag: gone Remove this filter' }).click()

    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/summary\?(?!.*industry)/, async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await page.getByRole('button', { name: 'Baker Remove this filter' }).click()
    await expect(page.getByText('Searching...')).toBeVisible()
    // The next click comes before the first answer, and only its own answer is shown.
    await page
      .getByRole('region', { name: 'Filters' })
      .getByRole('combobox', { name: 'Industry' })
      .selectOption('Hairdresser')
    await expect(page.getByText('Nobody found')).toBeVisible()
    release()
    await page.getByRole('button', { name: 'Hairdresser Remove this filter' }).click()
    await expect(figure(page, 'Total Sign-ups')).toHaveText('2')
    await expect(page.getByText('2 people found')).toBeVisible()
  },
)

test('anyone is found, whatever filters are on', async ({ page, request }) => {
  const { word } = await joinTogether(request, 1)
  const search = page.getByPlaceholder('Search submissions...')
  await openDashboard(page, `/admin/people?price=A+fortune&q=${word}`)
  await page.getByRole('button', { name: 'Remove all filters' }).click()
  await expect(search).toHaveValue(word)
  await expect(page.getByRole('heading', { name: 'People (1)' })).toBeVisible()

  await page.goto('/admin/figures?range=7d&price=A+fortune&q=nobody')
  await expect(page.getByText('No submissions found').first()).toBeVisible()
  await page.getByRole('button', { name: 'Find anyone' }).click()
  await expect(search).toBeFocused()
  await page.keyboard.type(word)
  await expect(page).toHaveURL(`/admin/people?q=${word}`)
  await expect(page.getByRole('heading', { name: 'People (1)' })).toBeVisible()
})

test(
  'a search beyond the range is one press away, and single keys search, lead and can be turned off',
  { tag: '@long' },
  async ({ page, request }) => {
    // An empty list has nothing to search.
    await joinTogether(request, 1)
    await openDashboard(page, '/admin/settings/activity')
    await page.keyboard.press('/')
    const search = page.getByPlaceholder('Search submissions...')
    await expect(search).toBeFocused()
    await page.keyboard.type('nobody/?1')
    await expect(search).toHaveValue('nobody/?1')
    // The key opens People, which searches without a range. Figures have a range.
    await expect(page.getByText('Nobody on the list matches this.')).toBeVisible()
    await page.getByRole('link', { name: 'Figures' }).click()
    await expect(page.getByText('Nobody in the last 30 days matches this.')).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: 'Search all time' }).click()
    await expect(page).toHaveURL('/admin/figures?range=all&q=nobody%2F%3F1')
    await expect(page.getByText('Nobody on the list matches this.')).toBeVisible()
    // A position that nobody has leads to the line around it.
    await search.fill('#900,000,000')
    await page.getByRole('button', { name: 'Show the line from 900,000,000th' }).click()
    await expect(page).toHaveURL('/admin/people?range=all&sort=launch&place=900000000')

    await page.locator('body').press('5')
    await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(keys).toBeVisible()
    await expectSound(page)
    await keys.getByRole('checkbox').uncheck()
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
    await page.keyboard.press('/')
    await expect(search).not.toBeFocused()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
    await keys.getByRole('checkbox').check()
  },
)
