import type { Page, Request } from '@playwright/test'
import { site } from '#shared/site/site.ts'
import { firstRule, milestonesOf } from '#shared/joining/referral.ts'
import { BACKGROUND_HEADER } from '#shared/values/header-names.ts'
import { placeAfter } from '../test/people/place-after.ts'
import { expect, test } from './fixtures.ts'
import { figure, joinTogether, openDashboard } from './owner.ts'
import { expectSound } from './sound.ts'
import { freshEmail, joinByApi } from './visitor.ts'

test('submissions can be sorted by their columns and by launch order', async ({ page, request }) => {
  const { word, people } = await joinTogether(request, 3)
  const names = people.map(({ business_name }) => business_name)
  // The last person overtakes the others, however many have joined between them in other tests.
  const between = people[2]!.position - people[0]!.position
  for (let friends = 0; friends * site().referral.placesPerFriend <= between; friends++)
    await joinByApi(request, freshEmail('friend'), { used_referral_code: people[2]!.referral_code })
  await openDashboard(page, `/admin/figures?tab=submissions&q=${word}`)
  await expect(page.getByRole('heading', { name: 'Waitlist Submissions (3)' })).toBeVisible()
  await expect(businesses(page)).toHaveText(names.toReversed())
  const submitted = page.getByRole('columnheader', { name: 'Submitted' })
  await expect(submitted).toHaveAttribute('aria-sort', 'descending')
  await submitted.getByRole('button').click()
  await expect(submitted).toHaveAttribute('aria-sort', 'ascending')
  await expect(businesses(page)).toHaveText(names)
  await page.getByRole('columnheader', { name: 'Business' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=business/)
  await expect(businesses(page)).toHaveText(names)
  await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').dblclick()
  await expect(page).toHaveURL(/sort=email&order=desc/)
  await expect(businesses(page)).toHaveText(names.toReversed())
  await page.getByRole('button', { name: 'Launch order' }).click()
  await expect(page).toHaveURL(/sort=launch/)
  await expect(page.getByText('People are let in by position')).toBeVisible()
  await expect(businesses(page)).toHaveText([names[2]!, names[0]!, names[1]!])
  await page.getByLabel('Place in line').fill('999999')
  await page.getByLabel('Place in line').press('Enter')
  await expect(page.getByText('Nobody in this list is 999,999th or later in line.')).toBeVisible()
  await page.getByRole('button', { name: 'Show the line from its start' }).click()
  await expect(businesses(page).first()).toHaveText(names[2]!)

  const row = page.getByRole('row', { name: people[0]!.email })
  await expect(row).toContainText('Solo')
  await expect(row).toContainText('less than a minute ago')
  await row.getByText('less than a minute ago').hover()
  await expect(page.locator('.hint')).toHaveText(/^\w+day,? \d+ \w+ \d{4} at \d\d:\d\d$/)
})

test('a long list has pages forward and back', { tag: '@long' }, async ({ page, request }) => {
  test.slow()
  const { word } = await joinTogether(request, 101)
  await openDashboard(page, `/admin/figures?tab=submissions&sort=email&q=${word}`)
  await expect(businesses(page)).toHaveCount(50)
  await expect(page.getByText('1 to 50 of 101')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).press('Enter')
  // A new page shows its top, and its heading has the focus.
  const heading = page.getByRole('heading', { name: 'Waitlist Submissions' })
  await expect(heading).toBeFocused()
  await expect(page.getByText('51 to 100 of 101')).toBeVisible()
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await expect(businesses(page)).toHaveCount(50)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText('1 to 50 of 101')).toBeVisible()

  // A page number and Enter open that page. Previous and Next continue from it.
  await page.getByLabel('Page', { exact: true }).fill('3')
  await page.keyboard.press('Enter')
  await expect(page.getByText('101 to 101 of 101')).toBeVisible()
  await expect(heading).toBeFocused()
  await expect(businesses(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText('51 to 100 of 101')).toBeVisible()
  await expect(businesses(page)).toHaveCount(50)

  // The page is in the address. Back returns to the last page, and a new order or a page too far leads to the first.
  await expect(page).toHaveURL(/page=2$/)
  await page.reload()
  await expect(page.getByText('51 to 100 of 101')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('101 to 101 of 101')).toBeVisible()
  await page.getByRole('button', { name: 'Launch order' }).click()
  await expect(page).not.toHaveURL(/page=/)
  await page.goto(`${page.url()}&page=9`)
  await page.getByRole('button', { name: 'Show its first page' }).click()
  await expect(businesses(page)).toHaveCount(50)
})

test('if a page cannot be fetched, the previous page stays and is marked as old', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/503|could not be refreshed/)
  const { word } = await joinTogether(request, 51)
  await openDashboard(page, `/admin/figures?tab=submissions&sort=email&q=${word}`)
  await expect(page.getByText('1 to 50 of 51')).toBeVisible()
  await expect(page.locator('.live')).toHaveAttribute('data-state', 'live')
  await page.route('**/api/admin/entries?*cursor=*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Not up to date. Trying again...')).toBeVisible()
  await expect(page.getByText('1 to 50 of 51')).toBeVisible()
  await expect(businesses(page)).toHaveCount(50)
})

test("times are in the owner's time zone", async ({ browser, request }) => {
  const { word } = await joinTogether(request, 1)
  const context = await browser.newContext({ timezoneId: 'Pacific/Auckland' })
  const page = await context.newPage()
  await openDashboard(page, `/admin/figures?tab=submissions&q=${word}`)
  await page.getByRole('button', { name: 'View details of' }).click()
  const owners = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/London',
  })
  const moment = page.getByRole('dialog').locator('time').first()
  await expect(moment).toHaveText(owners.format(new Date((await moment.getAttribute('datetime'))!)))
  await context.close()
})

test('a profile shows everything about a person and the history of their position', async ({ page, request }) => {
  const { word, people } = await joinTogether(request, 8)
  const person = people[7]!
  const answers = {
    business_name: `${word} renamed`,
    is_solo_provider: false,
    problems: ['Managing tasks while fulfilling services', 'Other'],
    other_problem: 'Parking',
    goals: ['Connect with mentors'],
  }
  const { referral_code } = await joinByApi(request, person.email, answers)
  const friend = `friend-of-${word}@example.com`
  await joinByApi(request, friend, { used_referral_code: referral_code })

  await openDashboard(page, `/admin/figures?tab=submissions&q=${encodeURIComponent(person.email)}`)
  const view = page.getByRole('button', { name: `View details of ${person.email}` })
  await expect(page.getByRole('row', { name: `Ada Fade ${person.email}` })).toBeVisible()
  await view.click()
  const dialog = page.getByRole('dialog', { name: 'Waitlist Profile' })
  await expect(dialog).toHaveAccessibleName('Waitlist Profile Ada Fade')
  await expect(dialog.getByText('Submitted less than a minute ago')).toBeVisible()
  for (const card of [
    `Email${person.email}`,
    'Provider TypeGroup Practice',
    `Business Name${word} renamed`,
    'IndustryBarber',
    'Price Range£10 - £30/month',
    `Waitlist Position#${placeAfter(person.position, 1).toLocaleString('en')}`,
    `Referral Code${person.referral_code}`,
  ]) {
    await expect(dialog.locator('.card').filter({ hasText: card })).toHaveCount(1)
  }
  await expect(dialog.getByRole('region', { name: 'Challenges' }).getByRole('listitem')).toHaveText([
    'Managing tasks while fulfilling services',
    'Other',
    '“Parking”',
  ])
  await expect(dialog.getByRole('region', { name: 'Goals' }).getByRole('listitem')).toHaveText(['Connect with mentors'])
  const history = dialog.getByRole('region', { name: 'History' })
  await expect(history).toContainText(`Joined at #${person.position.toLocaleString('en')}`)
  await expect(history).toContainText(`${friend} joined via their link: up ${site().referral.placesPerFriend} place`)
  await expect(history).toContainText(`${person.referral_code}, ${referral_code}`)
  await dialog.getByText(/^Until/).click()
  await expect(dialog.getByText(`Business Name${person.business_name}`)).toBeVisible()

  // A reload opens the same profile again. Another profile opens in its place, and Back returns.
  await page.reload()
  await expect(dialog).toBeVisible()
  await history.getByRole('button', { name: friend }).click()
  await expect(dialog.locator('.card').filter({ hasText: `Email${friend}` })).toBeVisible()
  await expect(history).toContainText(`with the code of ${person.email}`)
  await page.goBack()
  await expect(dialog.locator('.card').filter({ hasText: `Email${person.email}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(/entry=/)
})

test(
  'a profile shows the newest friends, and earlier friends on request',
  { tag: '@long' },
  async ({ page, request }) => {
    test.slow()
    const { people } = await joinTogether(request, 1)
    const referrer = people[0]!
    const { people: friends } = await joinTogether(request, 45, { used_referral_code: referrer.referral_code })
    await openDashboard(page, `/admin/figures?tab=submissions&q=${encodeURIComponent(referrer.email)}`)
    await page.getByRole('button', { name: `View details of ${referrer.email}` }).click()
    const history = page.getByRole('dialog').getByRole('region', { name: 'History' })
    const listed = history.getByRole('button', { name: '@example.com' })
    const emails = friends.map(({ email }) => email)

    await expect(listed).toHaveText(emails.slice(25))
    await expect(history).toContainText('25 friends joined before these.')
    // The timeline is scrolled to its end, which shows today's position.
    await history.getByRole('heading').evaluate((heading) => heading.scrollIntoView())
    await expect(history.getByText('Now at')).toBeInViewport()
    const more = history.getByRole('button', { name: 'Show More' })
    await expectSound(page)
    // A live event while the earlier friends load does not cancel the press.
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/credits\?/, (route) => held.then(() => route.continue()), { times: 1 })
    await more.press('Enter')
    // An event before the press may already have begun a refresh, which waits for the earlier friends as well.
    const refreshed = page.waitForResponse(/\/summary\?/, { timeout: 5_000 }).catch(() => {})
    await joinByApi(request, freshEmail('meanwhile'))
    await refreshed
    release()
    await expect(listed).toHaveText(emails.slice(5))
    await expect(history).toContainText('5 friends joined before these.')
    await expect(more).toBeFocused()

    // A person who joins meanwhile does not push out a friend that is shown.
    const newest = freshEmail('newest')
    await joinByApi(request, newest, { used_referral_code: referrer.referral_code })
    await expect(listed.last()).toHaveText(newest)
    await expect(listed).toHaveCount(40)
    await more.press('Enter')
    await expect(listed).toHaveText([...emails, newest])
    await expect(more).toHaveCount(0)
    await expect(history.getByRole('heading', { name: 'History' })).toBeFocused()
    const profile = page.getByRole('dialog')
    // Friends who all come within seconds, and without the form, wait until the owner accepts them.
    const accept = { data: { kind: 'accept', select: { code: referrer.referral_code } } }
    const changed = async () => (await (await page.request.post('/api/admin/acts/preview', accept)).json()).changed
    await expect.poll(changed).toBe(46)
    expect((await page.request.post('/api/admin/acts', accept)).status()).toBe(202)
    await expect(profile).toContainText('with 46 referrals')
    await expect(profile).toContainText(`“${milestonesOf(firstRule(), referrer.position).at(-1)!.reward}”`)
    expect(await profile.locator('[data-part="body"]').evaluate(({ scrollHeight }) => scrollHeight)).toBeLessThan(1600)
  },
)

test('an unknown profile says so', async ({ page, expectConsole }) => {
  expectConsole(/404/)
  await openDashboard(page, '/admin?entry=01890000-0000-7000-8000-000000000000')
  await expect(page.getByRole('dialog').getByText('This person isn’t on the list.')).toBeVisible()
})

test('the export has exactly the filtered entries in their order, and opens correctly in a spreadsheet', async ({
  page,
  request,
}) => {
  const { word, people } = await joinTogether(request, 3)
  await joinByApi(request, people[0]!.email, { business_name: `=Cutté "${word}"` })
  await openDashboard(page, `/admin/figures?tab=submissions&sort=email&q=${word}-`)
  await expect(page.getByRole('heading', { name: 'Waitlist Submissions (3)' })).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^waitlist-\d{4}-\d\d-\d\d\.csv$/)
  const text = await textOf(await file.createReadStream())
  expect(text.startsWith('\uFEFF')).toBe(true)
  const lines = text.trimEnd().split('\r\n')
  expect(lines.slice(1).map((line) => line.split('"')[1])).toEqual(people.map(({ email }) => email))
  expect(lines[1]).toContain(`"'=Cutté ""${word}"""`)
})

test('an export shows its progress, and stops on request', async ({ page, request }) => {
  const { word } = await joinTogether(request, 2)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/entries.csv?*', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await openDashboard(page, `/admin/figures?tab=submissions&q=${word}`)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByRole('progressbar', { name: 'Export' })).toBeVisible()
  await expect(page.getByText('0 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
  await expect(page.getByRole('progressbar', { name: 'Export' })).toBeHidden()
  release()
})

test('an export without a session leads to the sign-in form', async ({ page, request, expectConsole }) => {
  expectConsole(/401/)
  const { word } = await joinTogether(request, 1)
  await openDashboard(page, `/admin/figures?tab=submissions&q=${word}`)
  // The session ends after the press: before, a refresh could replace the button with the form.
  await page.route('**/entries.csv?*', async (route) => {
    await page.context().clearCookies()
    await route.continue()
  })
  const answer = page.waitForResponse('**/entries.csv?*')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await answer).status()).toBe(401)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(page.getByText('Export Failed')).toHaveCount(0)
})

test('a new person appears immediately, without a flicker, a jump or a lost selection', async ({ page, request }) => {
  const { word, people } = await joinTogether(request, 30)
  await openDashboard(page, `/admin/figures?tab=submissions&q=${word}`)
  await expect(page.locator('.live')).toHaveAttribute('data-state', 'live')
  const button = page.getByRole('button', { name: `View details of ${people[3]!.email}` })
  await button.scrollIntoViewIfNeeded()
  await button.focus()
  const before = (await button.boundingBox())!.y
  await page.evaluate(() => {
    const { body } = document
    new MutationObserver(() => {
      if (body.innerText.includes('Loading data...')) body.dataset.flickered = 'yes'
    }).observe(body, { childList: true, subtree: true })
  })

  await joinByApi(request, `${word}-new@example.com`)
  await expect(figure(page, 'Total Sign-ups')).toHaveText('31')
  await expect(businesses(page)).toHaveCount(31)
  await expect(button).toBeFocused()
  expect(Math.abs((await button.boundingBox())!.y - before)).toBeLessThan(2)
  expect(await page.evaluate(() => document.body.dataset.flickered)).toBeUndefined()
})

test('without live events, the figures are refreshed within half a minute, and the refresh does not extend the session', async ({
  page,
  request,
  expectConsole,
}) => {
  // A request that is in progress while the clock jumps times out.
  expectConsole(/ERR_FAILED|could not be refreshed/)
  const { word } = await joinTogether(request, 1)
  await page.route('**/api/admin/live', (route) => route.abort())
  await page.clock.install()
  await openDashboard(page, `/admin/figures?q=${word}`)
  await expect(page.getByText('Reconnecting...')).toBeVisible()
  await expect(figure(page, 'Total Sign-ups')).toHaveText('1')

  await joinByApi(request, `${word}-new@example.com`)
  const refresh = page.waitForRequest('**/api/admin/summary?*')
  await page.clock.fastForward(30_000)
  expect(isBackground(await refresh)).toBe(true)
  await expect(figure(page, 'Total Sign-ups')).toHaveText('2')
  const asked = page.waitForRequest((request) => request.url().includes('range=all') && !isBackground(request))
  await page.getByRole('button', { name: 'All time' }).click()
  await asked
})

test(
  'a lost connection is shown, and recovers',
  { tag: '@long' },
  async ({ page, context, request, expectConsole }) => {
    expectConsole(/INTERNET_DISCONNECTED|could not be refreshed/)
    const { word } = await joinTogether(request, 1)
    // A network that vanished: no answer, and no error either.
    await page.route('**/api/admin/live', () => {})
    await openDashboard(page, `/admin/figures?q=${word}`)
    await expect(page.getByText('Reconnecting...')).toBeVisible()
    await page.unroute('**/api/admin/live')
    await expect(page.locator('.live')).toHaveAttribute('data-state', 'live')
    await page.route('**/api/admin/**', (route) => route.abort('internetdisconnected'))
    await context.setOffline(true)
    await page.getByRole('button', { name: '7 days' }).click()
    await expect(page.getByText('Not up to date. Trying again...')).toBeVisible()
    await expect(figure(page, 'Total Sign-ups')).toHaveText('1')
    await expect(page.getByRole('region', { name: 'Total Sign-ups' })).toContainText('Last 30 days')

    await page.unroute('**/api/admin/**')
    await context.setOffline(false)
    await page.getByRole('button', { name: '90 days' }).click()
    await expect(page.getByText('Not up to date. Trying again...')).toBeHidden()
    await expect(page.getByRole('region', { name: 'Total Sign-ups' })).toContainText('Last 90 days')
  },
)

test('a server that gives no sign of life each second counts as connected', async ({ page, expectConsole }) => {
  // The clock runs ahead of the server, so a request that is under way may time out.
  expectConsole(/could not be refreshed/)
  // A server of an earlier version, while others are updated.
  await page.addInitScript(() => {
    class QuietSource extends EventTarget {
      constructor() {
        super()
        document.documentElement.dataset.connections = String(
          Number(document.documentElement.dataset.connections ?? 0) + 1,
        )
        Object.assign(window, { source: this })
        setTimeout(() => this.dispatchEvent(new Event('open')))
      }
      close() {}
    }
    Object.assign(window, { EventSource: QuietSource })
  })
  await page.clock.install()
  await openDashboard(page)
  await page.clock.runFor(100)
  await expect(page.locator('.live')).toHaveAttribute('data-state', 'live')
  await page.clock.runFor(20_000)
  await expect(page.locator('.live')).toHaveAttribute('data-state', 'live')
  await expect(page.locator('html')).toHaveAttribute('data-connections', '1')

  // Once a server has sent a sign of life, more are expected.
  await page.evaluate(() => (window as unknown as { source: EventTarget }).source.dispatchEvent(new Event('alive')))
  await page.clock.runFor(4500)
  await expect(page.getByText('Reconnecting...')).toBeVisible()
})

function isBackground(request: Request): boolean {
  return BACKGROUND_HEADER in request.headers()
}

function businesses(page: Page) {
  return page.locator('td[data-label=Business]')
}

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  for await (const chunk of stream) text += decoder.decode(chunk, { stream: true })
  return text
}
