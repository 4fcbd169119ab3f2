import type { Locator, Page } from '@playwright/test'
import { openDashboard } from './owner.ts'
import { expect, test } from './fixtures.ts'
import { fakeSmtp } from '../test/services/fake-smtp.ts'
import { settingsOf } from '../test/services/fake-services.ts'
import { hostSite } from './host-site.ts'
import { newOwnPlace } from './own-place.ts'
import { ownServer } from './own-server.ts'
import { answerPlainly } from './plain.ts'
import { answer, freshEmail, submit } from './visitor.ts'

/** A list, and a site on another host that it lists. `isConfirming`: addresses must be confirmed. */
async function listAndSite(page: Page, { isConfirming = false } = {}) {
  const parts = new AsyncDisposableStack()
  const place = parts.use(await newOwnPlace())
  const site = parts.use(await hostSite(place.address))
  const confirming = async () => {
    const smtp = parts.use(await fakeSmtp())
    return { ...settingsOf({ smtp }, { publicUrl: place.address }), CONFIRM_EMAIL: 'on' }
  }
  const settings = isConfirming ? await confirming() : {}
  parts.use(await ownServer({ ...place.env, ...settings, RATE_LIMIT: 'off', EMBED_ORIGINS: site.origin }))
  // A page without its server would log errors.
  parts.defer(() => page.close())
  return { list: place.address, site: site.origin, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

/** Joins in the window that the form opens. */
async function joinFrom(page: Page, form: Locator, email: string, { title = "You're In!" } = {}) {
  await form.getByLabel('Your email').fill(`Dee <${email}>`)
  const opening = page.waitForEvent('popup')
  await form.getByRole('button', { name: 'Join Waitlist' }).click()
  const popup = await opening
  await expect(popup.getByText(email)).toBeVisible()
  await answer(popup)
  await submit(popup)
  await expect(popup.getByRole('heading', { name: title })).toBeVisible()
  return popup
}

/** Opens the shadow root of the element for the test, as a page could before it runs our script. */
function openRoots(page: Page) {
  return page.addInitScript(() => {
    const attach = Element.prototype.attachShadow
    Element.prototype.attachShadow = function (options) {
      return attach.call(this, { ...options, mode: 'open' })
    }
  })
}

for (const way of ['element', 'frame'] as const) {
  test(`under a strict policy and hostile styles, the ${way} lets a visitor join and shows the place`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/^http:/)
    await using at = await listAndSite(page)
    await openRoots(page)
    await page.goto(`${at.site}/?utm_campaign=spring&secret=1`)
    const frame = page.locator('firstchair-waitlist[frame] iframe')
    const form = way === 'frame' ? frame.contentFrame().locator('main') : page.locator('firstchair-waitlist').first()
    await expect(frame).not.toHaveAttribute('src', /secret/)
    await expect(form.getByText('Firstchair', { exact: true })).toBeVisible()
    await expect(form.getByRole('button')).toHaveCSS('transform', 'none')
    await expect(form.getByLabel('Your email')).toHaveCSS('text-transform', 'none')
    await expect
      .poll(async () => Math.abs((await frame.boundingBox())!.height - (await heightIn(frame))))
      .toBeLessThan(2)
    expect(await page.context().cookies()).toEqual([])
    const popup = await joinFrom(page, form, freshEmail(way))
    await expect(form.getByText("You're #1 on our waitlist")).toBeVisible()
    const code = new URL(popup.url()).searchParams.get('referral')!
    await expect(form.getByText(`${at.list}/?ref=${code}`)).toBeVisible()
    await expect(form.getByRole('link', { name: 'Facebook' })).toHaveAttribute('href', new RegExp(code))
    await expect(form.getByLabel('Your email')).toBeHidden()
    // A message from another page than ours changes nothing.
    await page.evaluate(() => postMessage({ firstchair: 'joined', position: 7, code: 'EVIL22' }, '*'))
    await expect(form.getByText('#7')).toHaveCount(0)
  })
}

test(
  'the element tells that a mail is on its way, where addresses must be confirmed',
  { tag: '@long' },
  async ({ page, expectConsole }) => {
    expectConsole(/^http:/)
    await using at = await listAndSite(page, { isConfirming: true })
    await openRoots(page)
    await page.goto(at.site)
    const form = page.locator('firstchair-waitlist').first()
    await joinFrom(page, form, freshEmail('asked'), { title: 'Check your inbox' })
    await expect(form.getByText('Tap the button in it')).toBeVisible()
    await expect(form.getByLabel('Your email')).toBeHidden()
  },
)

test(
  'where browsers keep nothing for pages within other sites, the frame works all the same',
  { tag: '@long' },
  async ({ page, expectConsole }) => {
    expectConsole(/^http:/)
    await using at = await listAndSite(page)
    await page.addInitScript(() => {
      if (window === window.top) return
      const denied = {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      }
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel'])
        Object.defineProperty(window, name, denied)
      Object.defineProperty(document, 'cookie', denied)
    })
    await page.goto(at.site)
    const form = page.locator('firstchair-waitlist[frame] iframe').contentFrame().locator('main')
    await joinFrom(page, form, freshEmail('stored'))
    await expect(form.getByText("You're #1 on our waitlist")).toBeVisible()
  },
)

test('the element works with the keyboard alone, and the same form sent twice is one window', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^http:/)
  await using at = await listAndSite(page)
  await page.goto(at.site)
  await page.keyboard.press('Tab')
  await page.keyboard.type('twice@example.com')
  const opening = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const popup = await opening
  await expect(popup.getByText('twice@example.com')).toBeVisible()
  await page.bringToFront()
  await page.keyboard.press('Enter')
  await expect(popup.getByText('twice@example.com')).toBeVisible()
  expect(page.context().pages()).toHaveLength(2)
  await popup.goBack().catch(() => null)
  await page.bringToFront()
  await expect(page.getByRole('heading', { name: 'Our salon' })).toBeVisible()
})

test(
  'a site that is not listed gets neither the count nor the frame nor the place',
  { tag: '@long' },
  async ({ page, expectConsole }) => {
    expectConsole(/./)
    await using at = await listAndSite(page)
    await using other = await hostSite(at.list)
    await openRoots(page)
    await page.goto(other.origin)
    const form = page.locator('firstchair-waitlist').first()
    await joinFrom(page, form, freshEmail('unlisted'))
    await expect(form.getByText('already joined')).toBeHidden()
    await expect(form.getByText(/You're #/)).toHaveCount(0)
    await expect(page.locator('iframe').contentFrame().getByLabel('Your email')).toHaveCount(0)
  },
)

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts`, { tag: javaScriptEnabled ? [] : '@long' }, () => {
    test.use({ javaScriptEnabled })

    test('a plain form leads to the questions and then to the page of the site that thanks', async ({
      page,
      expectConsole,
    }) => {
      expectConsole(/^http:/)
      await using at = await listAndSite(page)
      await page.goto(at.site)
      await page.getByLabel('Email for the plain form').fill(freshEmail('plainly'))
      await page.getByRole('button', { name: 'Join plainly' }).click()
      await expect(page).toHaveURL(`${at.list}/form`)
      if (javaScriptEnabled) {
        // Until the styles are there, the fields for browsers without scripts could be filled in.
        await expect(page.getByText('Question 1 of')).toBeVisible()
        await answer(page)
        await submit(page)
      } else {
        await answerPlainly(page)
      }
      await expect(page).toHaveURL(/\/thanks\?position=1&referral=\w{6}$/)
      await expect(page.getByRole('heading', { name: 'Thank you from the salon' })).toBeVisible()
    })
  })

function heightIn(frame: Locator): Promise<number> {
  return frame
    .contentFrame()
    .locator('body')
    .evaluate((body) => body.getBoundingClientRect().height)
}

test('Settings show what to paste, with the address of the list in it, and how it looks', async ({ page, baseURL }) => {
  await openDashboard(page, '/admin/settings/embed')
  const part = page.getByRole('region', { name: 'Embed', exact: true })
  await expect(part.locator('code')).toContainText(`<script src="${baseURL}/embed.js" async></script>`)
  await part.getByRole('button', { name: 'Frame' }).click()
  await expect(part.locator('code')).toContainText(`<iframe id="waitlist" src="${baseURL}/embed"`)
  await part.getByRole('button', { name: 'Form' }).click()
  await expect(part.locator('code')).toContainText(`action="${baseURL}/join"`)
  await expect(part.frameLocator('iframe').getByLabel('Your email')).toBeVisible()
})
