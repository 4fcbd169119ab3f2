import { pageList, type PageName } from '#shared/site/pages.ts'
import { site } from '#shared/site/site.ts'
import { expect, test } from './fixtures.ts'
import { breakNumbers, heroForm } from './visitor.ts'

test('an unknown address is a 404 with a link to the landing page', async ({ page, expectConsole }) => {
  expectConsole(/404/)
  const response = await page.goto('/nowhere')
  expect(response!.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect(page).toHaveTitle(/Page not found/)
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(heroForm(page)).toBeVisible()
  await expect(page).toHaveTitle(/join the waitlist/)
})

for (const path of ['/a%00b', '/a%zz', `/${'x'.repeat(3000)}`]) {
  test(`${path.slice(0, 10)} is an unknown address like any other`, async ({ page, expectConsole }) => {
    expectConsole(/404/)
    const counted = page.waitForResponse('**/api/events')
    expect((await page.goto(path))!.status()).toBe(404)
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
    expect((await counted).status()).toBe(204)
  })
}

test('a page that cannot be drawn says so, and can be loaded again', async ({ page, expectConsole }) => {
  expectConsole(/broken/)
  await breakNumbers(page)
  await page.goto('/thank-you?position=1&referral=AB12CD')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  const loaded = page.waitForRequest((request) => request.isNavigationRequest())
  await page.getByRole('button', { name: 'Load again' }).click()
  await loaded
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible()
})

test('a browser without scripts is told what does not work', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const pages: Partial<Record<PageName, { needs: string; title?: string }>> = site().withoutScripts
  for (const { name, path } of pageList.filter(
    ({ name, isPersonal, isPlain }) => !isPlain && (isPersonal || name in pages),
  )) {
    await page.goto(baseURL + path)
    const { needs, title } = pages[name]!
    await expect(page.locator('noscript p')).toContainText(`${needs} needs JavaScript.`)
    await expect(page.locator('noscript p')).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
    if (title) await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const header = (await page.locator('header').all())[0]
    const notice = (await page.locator('noscript p').boundingBox())!
    // The header does not cover the notice.
    if (header) expect((await header.boundingBox())!.y).toBeGreaterThanOrEqual(notice.y + notice.height)
  }
  await context.close()
})

test('without a page of the leaderboard its address is a page that is not there, before and after scripts', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404/)
  await page.goto('/leaderboard')
  await expect(page.getByText(site().notFound.text)).toBeVisible()
  await page.getByRole('link', { name: site().frame.back }).hover()
  await expect(page.locator('html')).toHaveAttribute('data-alive')
  await expect(page.getByText(site().notFound.text)).toBeVisible()
  await expect(page).toHaveTitle(site().pages.notFound.title)
  await page.getByRole('link', { name: site().frame.back }).click()
  await expect(page).toHaveURL('/')
  await expect(page).toHaveTitle(site().pages.home.title)
})
