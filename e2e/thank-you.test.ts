import type { BrowserContext } from '@playwright/test'
import { firstRule, milestonesOf, referralPromise } from '#shared/joining/referral.ts'
import { site } from '#shared/site/site.ts'
import { expect, test } from './fixtures.ts'

const PLACE = '/thank-you?position=42&referral=AB12CD'

test('the page shows the position, the code, the link and how to move up', async ({ page, baseURL }) => {
  await page.goto(PLACE)
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
  await expect(page.getByText("You're #42 on our waitlist")).toBeVisible()
  // A monospace font, whose zero differs from an O.
  await expect(page.getByText('AB12CD', { exact: true })).toHaveCSS('font-family', /monospace/)
  await expect(page.getByText(`${baseURL}/?ref=AB12CD`)).toBeVisible()
  await expect(page.getByText(referralPromise(firstRule()))).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('the link to share comes first, the private one stands apart, and nobody at #1 is left with a promise alone', async ({
  page,
}) => {
  await page.addInitScript(() => {
    localStorage.waitlistSubmissions = JSON.stringify([{ email: 'ada@example.com', referral_code: 'AB12CD' }])
    Object.assign(localStorage, { placeToken: 'token', placeEmail: 'ada@example.com' })
  })
  await page.goto('/thank-you?position=1&referral=AB12CD')
  const apart = page.getByRole('region', { name: site().keptPlace.privateTitle })
  await expect(apart.getByRole('button')).toHaveText(site().keptPlace.keep)
  const shared = page.getByRole('button', { name: 'Copy Link' })
  const icons = await Promise.all(
    [shared, apart.getByRole('button')].map((one) => one.locator('svg').first().innerHTML()),
  )
  expect(icons[0]).not.toBe(icons[1])
  const [first, second] = [await shared.boundingBox(), await apart.boundingBox()]
  expect(first!.y + first!.height).toBeLessThan(second!.y)

  await expect(page.getByText(site().thankYou.sharing.first.promise)).toBeVisible()
  // Nobody goes above #1, so no places are promised.
  await expect(page.getByText(referralPromise(firstRule()))).toBeHidden()
  await expect(page.getByText(milestonesOf(firstRule(), 1)[0]!.reward, { exact: true })).toBeVisible()
  await expect(page.getByText(/\d places?/)).toHaveCount(0)
})

for (const [position, width] of [
  [1, 360],
  [1_234_567, 360],
  [888, 360],
  [9_000_000, 1280],
] as const) {
  test(`#${position} fits its ticket at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/thank-you?position=${position}&referral=AB12CD`)
    const number = page.getByText(`#${position.toLocaleString('en-GB')}`, { exact: true })
    await expect(number).toBeVisible()
    const fits = () => number.evaluate((element) => element.scrollWidth <= element.clientWidth)
    expect(await fits()).toBe(true)
    // As people set it who read with difficulty.
    await number.evaluate((element) => element.style.setProperty('letter-spacing', '0.12em', 'important'))
    expect(await fits()).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
}

test('an address without a position gets a kind answer', async ({ page }) => {
  await page.goto('/thank-you?position=-1&referral=%3Cscript%3E')
  await expect(page.getByText("You're on our waitlist")).toBeVisible()
  await expect(page.getByText('Join again with the same email')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy' })).toBeHidden()
})

test('Copy and Copy Link copy, and confirm it for two seconds', async ({ page, context, baseURL, events }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  // All of the page is in view, so that nothing scrolls.
  await page.setViewportSize({ width: 1280, height: 1600 })
  await page.addInitScript(() => {
    localStorage.waitlistSubmissions = JSON.stringify([{ email: 'ada@example.com', referral_code: 'AB12CD' }])
    Object.assign(localStorage, { placeToken: 'token', placeEmail: 'ada@example.com' })
  })
  await page.goto(PLACE)
  await page.clock.pauseAt(Date.now() + 60_000)
  await expect(page.getByRole('button', { name: site().keptPlace.keep })).toBeVisible()
  const boxes = () => Promise.all([...all].map((one) => one.boundingBox()))
  const all = [page.locator('main'), ...(await page.locator('main :is(button, a)').all())]
  const before = await boxes()
  await page.getByRole('button', { name: 'Copy referral code' }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await boxes()).toEqual(before)
  await expect(page.getByRole('region', { name: 'Notices' }).getByText('Copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('AB12CD')
  await page.clock.runFor(1900)
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  await page.clock.runFor(200)
  await expect(page.getByRole('button', { name: 'Copy referral code' })).toBeVisible()

  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/?ref=AB12CD`)
  await page.getByRole('button', { name: site().keptPlace.keep }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toHaveCount(2)
  // No button has pushed another, and the page is as long as before.
  expect(await boxes()).toEqual(before)
  expect(events.filter(({ name }) => name === 'share')).toEqual([
    { name: 'share', method: 'copy_clipboard', content_type: 'referral_link' },
    { name: 'share', method: 'copy_clipboard', content_type: 'referral_link' },
  ])
})

test('if copying is refused, the text is selected for copying by hand', async ({ page, expectConsole, baseURL }) => {
  expectConsole(/does not let us copy/)
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
  })
  await page.goto(PLACE)
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(page.getByText('Please copy it yourself')).toBeVisible()
  expect(await page.evaluate(() => String(getSelection()))).toBe(`${baseURL}/?ref=AB12CD`)
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeHidden()
})

test('the networks get the link in a new tab', async ({ page, context, baseURL, events }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const opened = await openedIn(context)
  await page.goto(PLACE)
  for (const name of ['Twitter', 'Facebook', 'Instagram']) await page.getByRole('link', { name }).click()
  await expect.poll(() => opened.length).toBe(3)

  const of = (host: string) => opened.find(({ hostname }) => hostname === host)!
  expect(of('x.com').pathname).toBe('/intent/tweet')
  expect(of('x.com').searchParams.get('url')).toBe(`${baseURL}/?ref=AB12CD`)
  expect(of('x.com').searchParams.get('text')).toContain(site().share.text)
  expect(of('www.facebook.com').pathname).toBe('/sharer/sharer.php')
  expect(of('www.facebook.com').searchParams.get('u')).toBe(`${baseURL}/?ref=AB12CD`)
  expect(of('www.instagram.com').pathname).toBe('/')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${baseURL}/?ref=AB12CD`)
  await expect
    .poll(() => events.filter(({ name }) => name === 'share').map(({ method }) => method))
    .toEqual(['twitter', 'facebook', 'instagram'])
})

test('until it is touched, the page is complete without the scripts of the pages', async ({ page, settled }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'connection', { value: undefined }))
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(new URL(response.url()).pathname)
  })
  const rule = { places: 3, cap: 12, bonus: 0, most_unproven: 4, rewards: [] }
  await page.route('**/api/referral-rule', (route) => route.fulfill({ json: rule }))
  await page.goto(PLACE)
  await settled()
  await expect(page.getByText("You're #42 on our waitlist")).toBeVisible()
  await expect(page.getByText(referralPromise(firstRule()))).toBeVisible()
  expect(scripts).toEqual(['/early-sharing.js'])

  const boxes = () =>
    page
      .locator('main :is(h1, h2, h3, button, a, bdi):visible')
      .evaluateAll((all) => all.map((one) => JSON.stringify([one.textContent, one.getBoundingClientRect()])))
  const before = await boxes()
  await page.unroute('**/api/referral-rule')
  await page.getByRole('button', { name: 'Copy Link' }).focus()
  await expect(page.locator('html')).toHaveAttribute('data-alive')
  expect(await boxes()).toEqual(before)
  await expect(page.getByRole('button', { name: 'Copy Link' })).toBeFocused()
})

test('before its scripts have come, the page copies and shares, and tells it once they have', async ({
  page,
  context,
  baseURL,
  events,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const opened = await openedIn(context)
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => held.promise.then(() => route.continue()))
  await page.addInitScript(() => {
    navigator.share = (data) => Promise.resolve(void Object.assign(window, { shared: data }))
  })
  const asked = page.waitForRequest('**/assets/*.js')
  await page.goto(PLACE, { waitUntil: 'domcontentloaded' })
  await asked
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/?ref=AB12CD`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  expect(await page.evaluate(() => (window as unknown as { shared: ShareData }).shared.url)).toContain('?ref=AB12CD')
  await page.getByRole('link', { name: 'Facebook' }).click()
  await expect.poll(() => opened.length).toBe(1)

  held.resolve()
  await expect(page.getByRole('region', { name: 'Notices' }).getByText('Copied!')).toBeVisible()
  await expect
    .poll(() => events.filter(({ name }) => name === 'share').map(({ method }) => method))
    .toEqual(['copy_clipboard', 'native_share', 'facebook'])
})

test('a device with a share function uses it, and cancelling is not a failure', async ({ page, events }) => {
  await page.addInitScript(() => {
    let calls = 0
    navigator.share = async (data) => {
      Object.assign(window, { shared: data })
      if (++calls === 1) throw new DOMException('turned back', 'AbortError')
    }
  })
  await page.goto(PLACE)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect
    .poll(() => events.filter(({ name }) => name === 'share'))
    .toEqual([{ name: 'share', method: 'native_share', content_type: 'referral_link' }])
  const shared = await page.evaluate(() => (window as unknown as { shared: ShareData }).shared)
  expect(shared).toMatchObject({ title: expect.any(String), text: expect.stringContaining(site().share.text) })
})

test('a device without a share function shows a menu of the three networks', async ({ page, context }) => {
  await page.addInitScript(() => delete (Navigator.prototype as Partial<Navigator>).share)
  const opened = await openedIn(context)
  await page.goto(PLACE)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Twitter', 'Facebook', 'Instagram'])
  await page.getByRole('menuitem', { name: 'Facebook' }).click()
  await expect.poll(() => opened.map(({ hostname }) => hostname)).toEqual(['www.facebook.com'])
  await expect(page.getByRole('menu')).toBeHidden()
})

test('the menu of networks works with the keyboard', async ({ page }) => {
  await page.addInitScript(() => delete (Navigator.prototype as Partial<Navigator>).share)
  await page.goto(PLACE)
  const button = page.getByRole('button', { name: 'Share', exact: true })
  const item = (name: string) => page.getByRole('menuitem', { name })
  await button.press('Enter')
  await expect(item('Twitter')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(item('Instagram')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(item('Twitter')).toBeFocused()
  await page.keyboard.press('End')
  await expect(item('Instagram')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(page.getByRole('menu')).toBeHidden()

  await button.press('ArrowUp')
  await expect(item('Instagram')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Twitter' })).toBeFocused()
  await expect(page.getByRole('menu')).toBeHidden()
  await button.click()
  await page.getByRole('heading', { name: "You're In!" }).click()
  await expect(page.getByRole('menu')).toBeHidden()
})

test('the drawing shows who is second right before the first chair, and apostrophes are drawn as such', async ({
  page,
}) => {
  await page.goto('/thank-you?position=2&referral=AB12CD')
  const [own, chair] = [page.locator('.queue-own').first(), page.locator('.queue-chair')]
  await expect(chair).toBeVisible()
  const [left, right] = [(await own.boundingBox())!, (await chair.boundingBox())!]
  expect(right.x - (left.x + left.width)).toBeLessThan(left.width)
  // The words have the letter of the specification, and the font draws it like the other.
  const isCurly = () =>
    page.evaluate(() => {
      const pen = document.createElement('canvas').getContext('2d')!
      pen.font = '100px "Fraunces Display"'
      return pen.measureText("e'r").width === pen.measureText('e’r').width
    })
  await expect.poll(isCurly).toBe(true)
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
})

/** The addresses that new tabs ask for: no test may reach another host. */
async function openedIn(context: BrowserContext): Promise<URL[]> {
  const opened: URL[] = []
  await context.route(/^https:/, (route) => {
    opened.push(new URL(route.request().url()))
    return route.fulfill({ contentType: 'text/html', body: '' })
  })
  return opened
}
