import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { figure, joinTogether, openDashboard } from './owner.ts'
import { expectSound } from './sound.ts'
import { joinByApi } from './visitor.ts'
import { ROUTES } from '#shared/routes.ts'

test('filters, search and range are in the address, every figure follows them, and Reset removes them all', async ({
  page,
  request,
}) => {
  const { word } = await joinTogether(request, 2, { utm: { campaign: 'Spring Fair' } })
  await openDashboard(page)
  await page.getByPlaceholder('Search submissions...').fill(word.toUpperCase())
  // On a list of two, the figure alone does not show that the search has begun.
  await expect(page).toHaveURL(/[?&]q=/)
  await expect(figure(page, 'Total Sign-ups')).toHaveText('2')
  await expect(page.getByRole('region', { name: 'Total Sign-ups' })).toContainText('Last 30 days')

  await page.getByRole('combobox', { name: 'Industry' }).selectOption('Nail Artist')
  await expect(figure(page, 'Total Sign-ups')).toHaveText('0')
  await page.goBack()
  await expect(figure(page, 'Total Sign-ups')).toHaveText('2')

  await page.getByRole('combobox', { name: 'Provider Type' }).selectOption('Solo Providers')
  await page.getByRole('combobox', { name: 'Price Range' }).selectOption('£10-£30/month')
  await page.getByRole('button', { name: '7 days' }).click()
  await expect(page.getByRole('region', { name: 'Total Sign-ups' })).toContainText('Last 7 days')
  await expect(figure(page, 'Solo Providers')).toHaveText('2')
  await expect(figure(page, 'Group Practices')).toHaveText('0')
  const statistics = page.getByRole('region', { name: 'Quick Statistics' })
  await expect(statistics).toContainText('New sign-ups (7d)2')
  await expect(statistics).toContainText('Solo provider %100.0%')
  await expect(statistics).toContainText('Top price range£10-£30')
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toEqual({
    range: '7d',
    solo: 'yes',
    price: '£10 - £30/month',
    q: word.toUpperCase(),
  })

  await page.goto(`${page.url()}&campaign=spring+fair&referred=yes`)
  await expect(figure(page, 'Total Sign-ups')).toHaveText('0')
  await expect(
    page.getByRole('combobox', { name: 'Provider Type' }).getByRole('option', { selected: true }),
  ).toHaveText('Solo Providers')
  const filteredBy = page.getByRole('region', { name: 'Filtered by' })
  await filteredBy.getByRole('button', { name: 'Came by referral' }).click()
  await expect(figure(page, 'Total Sign-ups')).toHaveText('2')
  await expect(filteredBy.getByRole('button')).toHaveText(
    ['Solo Providers', '£10-£30/month', 'Campaign: spring fair'].map((words) => `${words}Remove this filter`),
  )
  expect(new URL(page.url()).searchParams.get('campaign')).toBe('spring fair')
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await expect(page).toHaveURL('/admin/figures')
  await expect(filteredBy).toBeHidden()
  await expect(page.getByPlaceholder('Search submissions...')).toHaveValue('')
  await expect(page.getByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'true')
})

test('a range of days can be chosen, in either order, with the keyboard alone', async ({ page }) => {
  await openDashboard(page)
  await page.getByRole('button', { name: 'Date Range' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Date range' })
  await dialog.getByLabel('From').fill('2025-03-10')
  await dialog.getByLabel('To').fill('2025-03-02')
  await dialog.getByLabel('To').press('Enter')
  await expect(dialog).toBeHidden()

  const { searchParams } = new URL(page.url())
  expect([searchParams.get('from'), searchParams.get('to')]).toEqual(['2025-03-02', '2025-03-10'])
  await expect(page.getByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('button', { name: /^Date Range .+ – .+/ })).toBeFocused()
  await expect(figure(page, 'Total Sign-ups')).toHaveText('0')
})

test('Back leads to the view before a profile, not once more to the one it was opened on', async ({
  page,
  request,
}) => {
  const { word, people } = await joinTogether(request, 2)
  await joinByApi(request, `friend-of-${word}@example.com`, {
    business_name: word,
    used_referral_code: people[0]!.referral_code,
  })
  await openDashboard(page, `/admin/figures?q=${word}`)
  await page.getByRole('tab', { name: 'All Submissions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Waitlist Profile' })
  for (const { email } of people) {
    await page.getByRole('button', { name: `View details of ${email}` }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  }
  // Opens a profile from another one, and closes both in one step.
  await page.getByRole('button', { name: `View details of ${people[0]!.email}` }).click()
  await dialog.getByRole('button', { name: `friend-of-${word}@example.com` }).click()
  await expect(dialog.getByText(`with the code of ${people[0]!.email}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`/admin/figures?q=${word}&tab=submissions`)

  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
})

test('on a phone all tabs and all sections stand side by side', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openDashboard(page)
  await expectOneRow(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link'), 6)
  await page.getByRole('tab').first().scrollIntoViewIfNeeded()
  await expectOneRow(page.getByRole('tab'), 5)
})

async function expectOneRow(items: Locator, count: number) {
  await expect(items).toHaveCount(count)
  for (const item of await items.all()) await expect(item).toBeInViewport({ ratio: 1 })
  // Measured all at once, because content that appears above moves them.
  const boxes = await items.evaluateAll((all) => all.map((item) => item.getBoundingClientRect().toJSON() as DOMRect))
  expect(new Set(boxes.map(({ y }) => y)).size).toBe(1)
  for (const { height } of boxes) expect(height).toBeLessThan(64)
}

test('lists show four items, and all of them on request', async ({ page, request }) => {
  const problems = [
    'Managing tasks while fulfilling services',
    'Managing pricing and discounts effectively',
    'Not knowing which growth strategies actually work',
    'Challenges in expanding your client base',
    'Difficulty keeping existing clients returning',
  ]
  const { word } = await joinTogether(request, 1, { problems })
  await openDashboard(page, `/admin/figures?q=${word}`)
  const challenges = page.getByRole('region', { name: 'Top Challenges' })
  await expect(challenges.getByRole('listitem')).toHaveText(problems.slice(0, 4).map((name) => `${name}1 (100.0%)`))
  await challenges.getByRole('button', { name: 'View All (5)' }).click()
  await expect(challenges.getByRole('listitem')).toHaveCount(5)
  await challenges.getByRole('button', { name: 'Show Less' }).click()
  await expect(challenges.getByRole('listitem')).toHaveCount(4)
  await expect(page.getByRole('region', { name: 'Top Goals' }).getByRole('button', { name: 'View All' })).toBeHidden()
})

test('every tab shows its charts, each with a table behind it and a tooltip', async ({ page, request }) => {
  const { word } = await joinTogether(request, 2)
  await openDashboard(page, `/admin/figures?q=${word}`)
  const pie = page.getByRole('region', { name: 'Industry Distribution' })
  await expect(pie.getByRole('row', { name: 'Barber 2 100%' })).toBeVisible()
  await pie.locator('.pie-slice').hover()
  await expect(page.getByText('Count: 2')).toBeVisible()
  await expect(page.getByText('Percentage: 100.0%')).toBeVisible()

  await page.getByRole('tab', { name: 'Overview' }).press('ArrowRight')
  await page.keyboard.press('Enter')
  const prices = page.getByRole('region', { name: 'Price Range Preferences' })
  await expect(prices.getByRole('table', { name: 'Price ranges' }).getByRole('row')).toHaveText([
    'Price RangeCountPercentage',
    '£0-£1000.0%',
    '£10-£302100.0%',
    '£30-£6000.0%',
    '£60+00.0%',
  ])

  await page.getByRole('tab', { name: 'Detailed Charts' }).click()
  await expect(page).toHaveURL(/tab=charts/)
  const rows = { 'Provider Type Distribution': 'Solo Provider 2 100%', 'Top Industries': 'Barber 2 100.0%' }
  for (const [name, row] of Object.entries(rows)) {
    await expect(page.getByRole('region', { name }).getByRole('row', { name: row })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'Price Range Distribution' }).getByRole('table')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Top Challenges' }).getByRole('table')).toBeVisible()
})

test('the overview shows where people stop, where they come from and who referred them', async ({ page, request }) => {
  const { word, people } = await joinTogether(request, 1)
  const [host] = people
  const friend = { business_name: `${word} friend`, used_referral_code: host!.referral_code, utm: { source: 'TikTok' } }
  await joinByApi(request, `${word}-friend@example.com`, friend)
  const odd = { business_name: `${word} odd`, utm: { source: '__proto__' } }
  await joinByApi(request, `${word}-odd@example.com`, odd)
  await openDashboard(page, `/admin/figures?q=${word}`)

  const sources = page.getByRole('region', { name: 'Where sign-ups come from' })
  await expect(sources.getByRole('row', { name: 'Referral 1 33.3%' })).toBeVisible()
  await expect(sources.getByRole('row', { name: 'tiktok 1 33.3%' })).toBeVisible()
  await expect(sources.getByRole('row', { name: '__proto__ 1 33.3%' })).toBeVisible()
  await joinByApi(request, `${word}-more@example.com`, odd)
  await expect(sources.getByRole('row', { name: '__proto__ 2 50.0%' })).toBeVisible()
  const referrers = page.getByRole('region', { name: 'Who brought the most friends' })
  await expect(referrers.getByRole('listitem')).toHaveText([`${host!.email}${host!.business_name}1 friend`])
  await expect(page.getByRole('region', { name: 'From a visit to a shared link' })).toBeVisible()

  await referrers.getByRole('button', { name: host!.email }).click()
  await expect(page.getByRole('dialog', { name: 'Waitlist Profile' })).toBeVisible()
})

test('names that are cut short open whole, emails break between their parts, and cards and panels are even', async ({
  page,
  request,
}) => {
  const business_name = 'The Most Wonderful Hair and Beauty Salon in All of East London'
  const { word, people } = await joinTogether(request, 6, { business_name })
  for (const [index, { referral_code }] of people.entries()) {
    await joinByApi(request, `friend.${index}.${word}@beauty.parlour.example.com`, {
      used_referral_code: referral_code,
    })
  }
  await page.setViewportSize({ width: 768, height: 1000 })
  await openDashboard(page, `/admin/figures?q=${word}`)
  const referrers = page.getByRole('region', { name: 'Who brought the most friends' })
  await expect(referrers.getByRole('listitem')).toHaveCount(4)

  const tops = await page
    .locator('.stat')
    .evaluateAll((cards) => cards.map((card) => [...card.children].map((line) => line.getBoundingClientRect().top)))
  expect(tops.map((lines) => lines.slice(0, 4))).toEqual(Array.from({ length: 4 }, () => tops[0]!.slice(0, 4)))

  const whole = page.locator('.hint', { hasText: business_name })
  const name = referrers.getByRole('button', { name: business_name }).first()
  for (const open of [
    () => name.hover(),
    () => name.focus(),
    () => name.press('Enter'),
    () => name.dispatchEvent('click'),
  ]) {
    await open()
    await expect(whole).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(whole).toBeHidden()
    await page.mouse.move(0, 0)
  }

  await page.setViewportSize({ width: 1280, height: 800 })
  for (const title of ['Where sign-ups come from', 'Who brought the most friends']) {
    const panel = page.getByRole('region', { name: title })
    const empty = await panel.evaluate(
      (one) =>
        1 - (one.lastElementChild!.getBoundingClientRect().bottom - one.getBoundingClientRect().top) / one.clientHeight,
    )
    expect(empty).toBeLessThan(0.3)
  }
  await referrers.getByRole('button', { name: 'View All (6)' }).click()
  await expect(referrers.getByRole('listitem')).toHaveCount(6)

  await page.setViewportSize({ width: 360, height: 740 })
  await referrers.getByRole('button', { name: people[0]!.email }).click()
  const friend = page.getByRole('button', { name: `friend.0.${word}@` })
  // The first characters of its lines.
  expect(
    await friend.evaluate((element) => {
      const rows = new Map<number, string>()
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (text.nextNode()) {
        const range = document.createRange()
        for (const [index, character] of [...text.currentNode.textContent!].entries()) {
          range.setStart(text.currentNode, index)
          range.setEnd(text.currentNode, index + 1)
          const { top } = range.getBoundingClientRect()
          if (!rows.has(top)) rows.set(top, character)
        }
      }
      return [...rows.values()].slice(1)
    }),
  ).toEqual([expect.stringMatching(/[@.]/)])
})

test('syncing reports its result', async ({ page, expectConsole }) => {
  expectConsole(/What Beehiiv did not take/)
  await openDashboard(page)
  const sync = page.getByRole('button', { name: 'Sync to Beehiiv' })
  await sync.click()
  await expect(page.getByText('Error: Beehiiv is not set up')).toBeVisible()
  await expect(sync).toBeEnabled()

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/functions/v1/sync-to-beehiiv', async (route) => {
    await held
    await route.fulfill({ json: { success: true, synced: 7, errors: 1, details: ['a@example.com: refused'] } })
  })
  await sync.click()
  await expect(page.getByRole('button', { name: 'Syncing...' })).toBeDisabled()
  await expect(page.getByText('Please wait while we sync your waitlist entries...')).toBeVisible()
  release()
  await expect(page.getByText('7 entries synced to Beehiiv with 1 errors.')).toBeVisible()
  await expect(page.getByText('Check console for detailed error information')).toBeVisible()
})

for (const { width, height, tag } of [
  { width: 1280, height: 800, tag: '@long' },
  { width: 768, height: 1024, tag: '@long' },
  { width: 360, height: 740, tag: [] },
]) {
  test(`at ${width} px, the content of each section begins within 120 pixels`, { tag }, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await openDashboard(page)
    for (const words of ['Waitlist Dashboard', 'Track and analyze customer waitlist sign-ups and preferences'])
      await expect(page.getByText(words)).toBeVisible()
    await expect(page.locator('.site-header, .site-header ~ footer').filter({ visible: true })).toHaveCount(0)
    for (const address of ['', '/people', '/people/review', '/invites', '/messages', '/figures', '/settings']) {
      await page.goto(`/admin${address}`)
      const heads = page.locator('#page :is(h2:not(.sr-only), input[type=search])').filter({ visible: true })
      await expect(heads.first()).toBeVisible()
      const top = () => heads.evaluateAll((all) => Math.min(...all.map((one) => one.getBoundingClientRect().top)))
      // While joins of other tests are not counted yet, a notice may stand above.
      await expect.poll(top, address).toBeLessThan(120)
    }
  })
}

test('People leads to those to check once somebody waits for a decision, or a rule is in force', async ({ page }) => {
  let people = 0
  let rules: object[] = []
  await page.route(`**${ROUTES.reviewsCount.path}`, (route) => route.fulfill({ json: { people, has_friends: false } }))
  await page.route(`**${ROUTES.trustRules.path}`, (route) => route.fulfill({ json: { rules } }))
  await openDashboard(page, '/admin/people')
  const navigation = page.getByRole('navigation', { name: 'Dashboard' })
  const links = ['Overview', 'People', 'Invites', 'Messages', 'Figures', 'Settings']
  await expect(navigation.getByRole('link')).toHaveText(links.map((name) => new RegExp(`^${name}`)))
  const toCheck = page.getByRole('link', { name: 'To check' })
  await expect(page.getByRole('heading', { name: /^People/ })).toBeVisible()
  await expect(toCheck).toHaveCount(0)

  people = 3
  await page.reload()
  await expect(navigation.getByRole('link', { name: 'People 3 to decide about' })).toBeVisible()
  await page.getByRole('link', { name: 'To check 3 to decide about' }).click()
  await expect(page.getByRole('heading', { name: 'To check', exact: true })).toBeFocused()
  await expect(navigation.getByRole('link', { name: 'People' })).toHaveAttribute('aria-current', 'page')
  people = 0
  await navigation.getByRole('link', { name: 'People' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: /^People/ })).toBeVisible()
  await expect(toCheck).toHaveCount(0)

  rules = [
    {
      subject: 'domain',
      value: 'a.example',
      verdict: 'hold',
      act_id: '1',
      since: new Date(),
      people: 0,
      example: null,
    },
  ]
  await page.reload()
  await expect(toCheck).toBeVisible()
})

test('the overview shows how the list stands, where people come from and what needs the owner, on one screen', async ({
  page,
  request,
}) => {
  const source = `fair-${crypto.randomUUID().slice(0, 8)}`
  await joinTogether(request, 3, { utm: { source } })
  await page.setViewportSize({ width: 360, height: 740 })
  await openDashboard(page, '/admin')
  const totals = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^(Today|In all|Waiting)/ }) })
  await expect(totals.first()).toContainText(/^Today[1-9]/)
  await expect(page.getByRole('region', { name: 'Sign-ups per day' })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Where sign-ups come from' }).getByRole('row', { name: 'All' }),
  ).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expectSound(page)
  await page.getByRole('link', { name: 'Finish the checklist' }).click()
  await expect(page).toHaveURL(/\/admin\/settings/)
  await page.goBack()
  await page.getByRole('link', { name: /^Invited/ }).click()
  await expect(page).toHaveURL('/admin/people?state=invited')
})

test('addresses of version 1.0 lead to where their view is now', async ({ page }) => {
  await openDashboard(page, '/admin?view=waves&wave=day')
  for (const [former, now] of [
    ['/admin?view=waves&wave=day', '/admin/invites?wave=day'],
    ['/admin?tab=pricing&range=7d', '/admin/figures?range=7d&tab=pricing'],
    ['/admin?view=list', '/admin/figures'],
    ['/admin?view=people&q=jo', '/admin/people?q=jo'],
    ['/admin?view=acts', '/admin/settings/activity'],
    ['/admin/nowhere', '/admin'],
  ]) {
    await page.goto(former!)
    await expect(page).toHaveURL(now!)
  }
})

test('the kinds of mail that nobody ever got or waits for are left out', async ({ page, request }) => {
  await joinTogether(request, 1)
  await openDashboard(page, '/admin/settings/mail')
  const kinds = page.getByRole('region', { name: 'Mail' }).getByRole('table')
  await expect(kinds.getByRole('rowheader', { name: 'Welcome emails' })).toBeVisible()
  await expect(kinds.getByRole('rowheader', { name: 'Reminders to confirm' })).toHaveCount(0)
})
