import type { Locator } from '@playwright/test'
import { OTHER } from '#shared/site/questions.ts'
import { expect, test } from './fixtures.ts'
import { figure, joinTogether, openDashboard } from './owner.ts'
import { expectSound } from './sound.ts'
import { freshEmail } from './visitor.ts'

test('a message is announced while the owner looks elsewhere, read, answered by mail, and done for everybody', async ({
  page,
  browser,
  request,
}) => {
  await openDashboard(page)
  const inbox = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Messages' })
  const before = await unreadIn(inbox)
  const name = `Robin ${crypto.randomUUID().slice(0, 8)}`
  const email = freshEmail('robin')
  const message = 'Do you work with nail bars?\nWe have four chairs.'
  await request.post('/api/contact', { data: { name, email, message } })
  await expect.poll(() => unreadIn(inbox)).toBeGreaterThan(before)

  await inbox.click()
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeFocused()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.getByRole('button', { name: `Unread: ${name}` }).press('Enter')
  await expect(row.getByText('We have four chairs.')).toBeVisible()
  await expect(row.getByRole('button', { name: `Unread: ${name}` })).toBeHidden()
  const reply = new URL((await row.getByRole('link', { name: 'Reply by email' }).getAttribute('href'))!)
  expect([reply.protocol, reply.pathname]).toEqual(['mailto:', email])
  expect(reply.searchParams.get('body')).toContain(`${name} wrote:\r\n> Do you work with nail bars?\r\n> We have`)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectSound(page)

  const other = await browser.newPage()
  await openDashboard(other, '/admin/messages?messages=done')
  await expect(other.getByRole('heading', { name: 'Messages' })).toBeVisible()
  await row.getByRole('button', { name: 'Done' }).click()
  await expect(row).toBeHidden()
  const done = other.getByRole('listitem').filter({ hasText: name })
  await done.getByRole('button', { name }).click()
  await done.getByRole('button', { name: 'Put back' }).click()
  await expect(row).toBeVisible()
  await other.close()

  await row.getByRole('button', { name }).click()
  await row.getByRole('link', { name: 'Find in People' }).click()
  await expect(page).toHaveURL(`/admin/people?q=${encodeURIComponent(email)}`)
})

test(
  'what people wrote is searched, the newest first, and leads to its person',
  { tag: '@long' },
  async ({ page, request, expectConsole }) => {
    const { word } = await joinTogether(request, 1, { problems: [OTHER], other_problem: 'x' })
    for (const text of [`${word} parking!`, `${word} far away`, 'Something else'])
      await joinTogether(request, 1, { problems: [OTHER], other_problem: text, business_name: `Salon ${word}` })

    await openDashboard(page, `/admin/figures?q=${word}`)
    await page.getByRole('tab', { name: 'Own Words' }).click()
    const challenges = page.getByRole('region', { name: 'Challenges: Other' })
    const texts = challenges.getByRole('listitem')
    await expect(texts).toHaveCount(4)
    await expect(texts.first()).toContainText('Something else')
    await expect(page.getByRole('region', { name: 'Goals: Other' })).toContainText('No answers to show.')
    await expectSound(page)

    await page.getByPlaceholder('Search what people wrote...').fill('PARKING')
    await expect(texts).toHaveCount(1)
    await texts.getByRole('button', { name: `${word} parking!` }).click()
    await expect(page.getByRole('dialog')).toContainText(`${word} parking!`)
    await page.goBack()
    await page.getByPlaceholder('Search what people wrote...').fill('no such words')
    await expect(challenges).toContainText('Nobody wrote “no such words” here.')

    expectConsole(/could not be refreshed|503/)
    await page.route('**/api/admin/words?*', (route) => route.fulfill({ status: 503 }))
    await page.goto(`/admin/figures?tab=words&q=${word}`)
    await expect(challenges).toContainText('couldn’t be loaded')
  },
)

test('sign-ups per day can be read and a range of them chosen, with the mouse, the keyboard and a finger', async ({
  page,
  request,
}) => {
  const { word } = await joinTogether(request, 5)
  await openDashboard(page, `/admin/figures?range=7d&q=${word}`)
  const days = page.getByRole('slider', { name: 'Sign-ups per day' })
  // Today is not over.
  await expect(days).toHaveAttribute('aria-valuetext', /: 5 sign-ups so far$/)
  await expect(page.getByText('Dashed bar: today so far')).toBeVisible()
  await expect(days.locator('[data-open]')).toHaveCount(1)
  await expect(page.getByText('with 5')).toBeVisible()

  await days.focus()
  await page.keyboard.press('Home')
  await expect(days).toHaveAttribute('aria-valuetext', /: 0 sign-ups$/)
  for (const key of ['Shift+End', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => daysIn(page.url())).toBe(7)
  await expect(figure(page, 'Total Sign-ups')).toHaveText('5')
  await expectSound(page)

  const { x, y, width } = (await days.boundingBox())!
  await page.mouse.move(x + (width * 5.5) / 7, y + 80)
  await page.mouse.down()
  await page.mouse.move(x + width - 2, y + 80, { steps: 3 })
  await expect(days).toHaveAttribute('aria-valuetext', /–.*: 5 sign-ups so far$/)
  await page.mouse.up()
  await expect.poll(() => daysIn(page.url())).toBe(2)
  await page
    .getByRole('button', { name: /^\d+ \w+ \d+$/ })
    .first()
    .click()
  await expect.poll(() => daysIn(page.url())).toBe(1)

  await openDashboard(page, `/admin/figures?range=7d&q=${word}`)
  const line = page.getByRole('slider', { name: /^Total Sign-ups over time/ })
  await line.hover()
  await line.focus()
  await page.keyboard.press('End')
  await expect(page.locator('.sparkline-reading')).toHaveText(/: 5 so far$/)
  await expect(line.locator('[data-open]')).toHaveCount(1)
  await page.getByText('As a table').click()
  await expect(page.getByRole('table', { name: 'Sign-ups per day' }).getByRole('row')).toHaveCount(2)
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

  test('a tap reads a day and offers to show only that, also on a sparkline', async ({ page, request }) => {
    const { word } = await joinTogether(request, 2)
    await openDashboard(page, `/admin/figures?range=7d&q=${word}`)
    const line = page.getByRole('slider', { name: /^Total Sign-ups over time/ })
    await line.tap({ position: { x: 2, y: 10 } })
    await expect(page.locator('.sparkline-reading')).toHaveText(/: 0$/)

    const days = page.getByRole('slider', { name: 'Sign-ups per day' })
    await days.scrollIntoViewIfNeeded()
    const { width } = (await days.boundingBox())!
    await days.tap({ position: { x: width - 4, y: 60 } })
    await expect(page.locator('.timeline-hint')).toContainText('2 sign-ups')
    await expectSound(page)
    await page.getByRole('button', { name: /^Show only / }).tap()
    await expect.poll(() => daysIn(page.url())).toBe(1)
  })
})

/** The number of unread messages in the text of a link; 0 without one. */
async function unreadIn(link: Locator): Promise<number> {
  return Number(/(\d+)\s+unread/.exec(await link.innerText())?.[1] ?? 0)
}

/** The number of days in the range of an address; 0 without a range. */
function daysIn(address: string): number {
  const { searchParams } = new URL(address)
  const [from, to] = [searchParams.get('from'), searchParams.get('to')]
  return from && to ? (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 : 0
}
