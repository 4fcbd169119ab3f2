import { site } from '#shared/site/site.ts'
import type { Page, Request } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { measure } from './measure.ts'
import { answer, freshEmail, heroForm, signUp, submit } from './visitor.ts'

const ID = 'G-QW56ER78TY'

/** The events that the page sends to the server's own counters. */
function counted(page: Page): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = []
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/api/events')) bodies.push(request.postDataJSON())
  })
  return bodies
}

test('the whole journey is counted, without an answer, an email or a code in the events', async ({ page, context }) => {
  const bodies = counted(page)
  await page.goto('/?ref=AB12CD&utm_source=flyer')
  const email = freshEmail('counted')
  await signUp(page, email)
  // A reload or a repeated step is not counted again.
  await page.reload()
  await answer(page, { until: site().questions[1]!.name })
  await page.getByRole('button', { name: 'Back' }).click()
  await answer(page)
  await submit(page)
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()

  await expect.poll(() => bodies.map(({ name }) => name)).toContain('waitlist_submission')
  await expect.poll(() => bodies.filter(({ name }) => name === 'page_view').length).toBe(3)
  expect(bodies.filter(({ name }) => name === 'page_view').map(({ path }) => path)).toEqual([
    '/',
    '/form',
    '/thank-you',
  ])
  const steps = bodies.filter(({ name }) => name === 'form_step_complete')
  expect(steps.map(({ step_index }) => step_index)).toEqual(site().questions.map((_, index) => index))
  expect(bodies.map(({ name }) => name)).toContain('referral_used')
  for (const body of bodies) expect(body.utm_source).toBe('flyer')
  expect(JSON.stringify(bodies)).not.toMatch(new RegExp(`${email}|AB12CD|Ada|Fade|Barber|£`))
  expect(await context.cookies()).toEqual([])
})

test('without a measurement id, no visitor is asked anything', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText(/already joined/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeHidden()
})

test.describe('with a measurement id', () => {
  const google: string[] = []

  test.beforeEach(async ({ page }) => {
    google.length = 0
    await page.route('https://www.googletagmanager.com/**', (route) => {
      google.push(route.request().url())
      return route.fulfill({ contentType: 'text/javascript', body: '' })
    })
    await measure(page, ID)
  })

  test('Google gets nothing before a visitor agrees, and only paths after that', async ({ page, expectConsole }) => {
    expectConsole(/googletagmanager/)
    await page.goto('/?ref=AB12CD')
    const bar = page.getByRole('region', { name: 'Cookies' })
    await expect(bar).toBeVisible()
    expect(google).toEqual([])
    expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false)

    await bar.getByRole('button', { name: 'Yes, count me' }).click()
    await expect(bar).toBeHidden()
    await expect.poll(() => google).toEqual([`https://www.googletagmanager.com/gtag/js?id=${ID}`])
    await page.getByRole('link', { name: 'Contact Us' }).click()
    const read = () =>
      page.evaluate(() => (window as unknown as { dataLayer: IArguments[] }).dataLayer.map((call) => [...call]))
    const paths = async () =>
      (await read()).filter(([, name]) => name === 'page_view').map(([, , view]) => view.page_path)
    await expect.poll(paths).toEqual(['/', '/contact'])
    const calls = await read()
    expect(calls[0]).toEqual(['consent', 'default', expect.objectContaining({ analytics_storage: 'denied' })])
    expect(calls[3]).toEqual(['config', ID, expect.objectContaining({ send_page_view: false })])
    expect(JSON.stringify(calls)).not.toContain('AB12CD')

    await page.reload()
    await expect.poll(() => google.length).toBe(2)
    await expect(bar).toBeHidden()
  })

  test('a refusal is kept, and can be changed', async ({ page, expectConsole }) => {
    expectConsole(/googletagmanager/)
    await page.goto('/')
    const bar = page.getByRole('region', { name: 'Cookies' })
    await bar.getByRole('button', { name: 'No, thanks' }).click()
    await expect(bar).toBeHidden()
    await page.reload()
    await expect(page.getByText(/already joined/)).toBeVisible()
    await expect(bar).toBeHidden()
    expect(google).toEqual([])

    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await bar.getByRole('button', { name: 'Yes, count me' }).click()
    await expect.poll(() => google.length).toBe(1)

    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await bar.getByRole('button', { name: 'No, thanks' }).click()
    expect(await page.evaluate((id) => Reflect.get(window, `ga-disable-${id}`), ID)).toBe(true)
  })

  test('the question covers nothing in use, comes first in the tab order, and returns the focus', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/')
    const bar = page.getByRole('region', { name: 'Cookies' })
    await expect(bar).toBeVisible()
    // The question about cookies leaves the form on the first screen uncovered.
    const { y, height } = (await heroForm(page).getByRole('button', { name: 'Join Waitlist' }).boundingBox())!
    expect(y + height).toBeLessThanOrEqual((await bar.boundingBox())!.y)
    await page.keyboard.press('Tab')
    await expect(bar.getByRole('button', { name: 'No, thanks' })).toBeFocused()
    const top = (await bar.boundingBox())!.y
    const bottoms: number[] = []
    // Tab through the page until the focus leaves it.
    for (let bottom: number | null = 0; bottom !== null; bottom = await bottomOfFocus(page)) {
      bottoms.push(bottom)
      await page.keyboard.press('Tab')
    }
    expect(bottoms.length).toBeGreaterThan(10)
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(top)
    const settings = page.getByRole('button', { name: 'Cookie settings' })
    await settings.focus()
    await settings.press('Enter')
    await expect(bar).toBeFocused()
    await bar.getByRole('button', { name: 'No, thanks' }).press('Enter')
    await expect(bar).toBeHidden()
    await expect(settings).toBeFocused()
  })
})

/** The bottom edge of the focused element in the window; 0 for a fixed element, null without focus. */
function bottomOfFocus(page: Page): Promise<number | null> {
  return page.evaluate(() => {
    const active = document.activeElement
    if (!active || active === document.body) return null
    return active.closest('.consent, .site-header') ? 0 : active.getBoundingClientRect().bottom
  })
}
