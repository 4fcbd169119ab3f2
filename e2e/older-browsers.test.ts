import { pageList } from '#shared/site/pages.ts'
import { site } from '#shared/site/site.ts'
import { expect, test } from './fixtures.ts'
import { becomeOlder, changeStyles, withoutLayers } from './older-browser.ts'
import { joinTogether, openDashboard } from './owner.ts'
import { answer, freshEmail, joinByApi, signUp, submit } from './visitor.ts'

test('in the oldest browsers a visitor joins by a link with a code and a campaign, and sees their place', async ({
  page,
  request,
}) => {
  await becomeOlder(page)
  const { referral_code } = await joinByApi(request, freshEmail('referrer'))
  await page.goto(`/?ref=${referral_code}&utm_source=flyer&utm_campaign=${'💈'.repeat(120)}`)
  expect(await page.evaluate(() => 'isWellFormed' in String.prototype || 'timeout' in AbortSignal)).toBe(false)
  const email = freshEmail('older')
  await signUp(page, email)
  await answer(page)
  await submit(page)
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
  await page.getByRole('link', { name: site().keptPlace.open }).click()
  await expect(page.getByText(email).first()).toBeVisible()
})

test('in the oldest browsers the chosen answers and the focus can be seen', { tag: '@long' }, async ({ page }) => {
  await becomeOlder(page)
  await page.goto('/')
  await signUp(page, freshEmail('older'))
  await answer(page, { until: site().questions.find(({ kind }) => kind === 'many')!.name })
  const choice = page.getByRole('checkbox').first()
  const mark = page.locator('.choice-mark').first()
  const look = () => mark.evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).outlineStyle])
  const [before] = await look()
  await choice.focus()
  await page.keyboard.press('Space')
  await expect.poll(look).toEqual([expect.not.stringMatching(before!.replace(/[()]/g, '.')), 'solid'])
})

test(
  'in the oldest browsers every page is drawn, within the window',
  { tag: '@long' },
  async ({ page, expectConsole }) => {
    test.slow()
    expectConsole(/40[14]/)
    await becomeOlder(page)
    for (const { path } of pageList) {
      await page.goto('about:blank')
      await page.goto(`${path}#token`)
      await expect(page.locator('html')).toHaveAttribute('data-alive')
      await expect(page.getByRole('heading').first()).toBeVisible()
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 740 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
    }
  },
)

test(
  'in the oldest browsers the owner reads every section and a profile',
  { tag: '@long' },
  async ({ page, request }) => {
    const { people } = await joinTogether(request, 2)
    await becomeOlder(page)
    await openDashboard(page)
    const sections = page.getByRole('navigation', { name: 'Dashboard' })
    const count = await sections.getByRole('link').count()
    expect(count).toBeGreaterThan(5)
    for (let index = 0; index < count; index++) {
      const link = sections.getByRole('link').nth(index)
      await link.click()
      await expect(link).toHaveAttribute('aria-current', /./)
      await expect(page.locator('.dashboard')).toHaveAttribute('aria-busy', 'false')
      await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeHidden()
    }
    await page.goto(`/admin/figures?tab=submissions&q=${people[0]!.email}`)
    await page.getByRole('button', { name: `View details of ${people[0]!.email}` }).click()
    await expect(page.getByRole('dialog', { name: 'Waitlist Profile' })).toBeVisible()
  },
)

test(
  'in the oldest browsers the owner imports a file, without having it compressed',
  { tag: '@long' },
  async ({ page }) => {
    await becomeOlder(page)
    await openDashboard(page, '/admin/people/import')
    const email = freshEmail('imported')
    const buffer = Buffer.from(`email\n${email}\n`)
    await page.getByLabel('CSV file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
    await expect(page.getByRole('button', { name: 'Import 1 person' })).toBeEnabled()
  },
)

test(
  'older browsers are told what to do, and keep a page that can be read',
  { tag: '@long' },
  async ({ page, expectConsole }) => {
    expectConsole(/404/)
    await page.addInitScript(() => void Reflect.deleteProperty(window, 'CSSLayerBlockRule'))
    await changeStyles(page, withoutLayers)
    const scripts: string[] = []
    page.on('request', (request) => request.url().includes('/assets/index-') && scripts.push(request.url()))
    for (const { path } of pageList) {
      await page.goto(path)
      await expect(page.getByText(site().missing.tooOld)).toBeVisible()
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expect(page.locator('form[method=dialog], button[type=button], svg').filter({ visible: true })).toHaveCount(
        0,
      )
    }
    expect(scripts.filter((url) => url.endsWith('.js'))).toEqual([])
    await page.goto('/unsubscribe?token=nonsense')
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    expect((await sent).isNavigationRequest()).toBe(true)
  },
)
