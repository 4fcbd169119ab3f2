import type { APIRequestContext } from '@playwright/test'
import { site } from '#shared/site/site.ts'
import { pageList } from '#shared/site/pages.ts'
import { expect, test } from './fixtures.ts'
import { freshEmail, joinByApi } from './visitor.ts'
import { ROUTES } from '#shared/routes.ts'

const FOUND = pageList.filter(({ name }) => site().pages[name].description !== null).map(({ path }) => path)
const HIDDEN = pageList.map(({ path }) => path).filter((path) => !FOUND.includes(path))

for (const path of FOUND) {
  test(`${path} describes itself to search engines and social networks`, async ({ page, request, baseURL }) => {
    await page.goto(path)
    const content = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', baseURL + path)
    for (const name of ['description', 'og:title', 'og:description', 'og:site_name', 'twitter:card', 'twitter:title'])
      expect(await content(name), name).toMatch(/\w/)
    expect(await content('og:url')).toBe(baseURL + path)
    for (const name of ['og:image', 'twitter:image']) await expectImage(request, (await content(name))!)
  })
}

test(
  'a referral link greets on the page, and shows an invitation in its preview without another address',
  { tag: '@long' },
  async ({ page, request }) => {
    const { referral_code } = await joinByApi(request, freshEmail('host'))
    expect(await (await request.get(`/?ref=${referral_code}`)).text()).toContain(site().invitation.title)
    await page.goto(`/?ref=${referral_code}`)
    await expect(page.getByText(site().codeNotes.known).first()).toBeVisible()
    await expect(page.getByText(site().invitation.title)).toBeVisible()
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /invited/)
    await expect(page.locator('meta[property="og:url"], link[rel=canonical]')).toHaveCount(0)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    const image = await page.locator('meta[property="og:image"]').getAttribute('content')
    expect(image).toContain('/s/invitation.png')
    await expectImage(request, image!)

    // Links of other tools, with codes that were imported.
    for (const link of ['/?lrRef=', '/?ref_id=', '/r/']) {
      await page.goto(link + referral_code)
      await expect(page.getByText(site().codeNotes.known).first()).toBeVisible()
      await expect(page.getByText(site().invitation.title)).toBeVisible()
    }
  },
)

test('a link with a code that nobody has says so, in place of the greeting', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route(`**${ROUTES.isKnownCode.path.replace(':code', '*')}`, (route) =>
    held.promise.then(() => route.continue()),
  )
  const asked = page.waitForRequest(`**${ROUTES.isKnownCode.path.replace(':code', '*')}`)
  await page.goto('/?ref=ZZZZZZ')
  await asked
  // Nothing is promised before the answer.
  expect(await page.getByText(site().invitation.title).isVisible()).toBe(false)
  held.resolve()
  await expect(page.getByText(site().codeNotes.unknownLink)).toBeVisible()
  await expect(page.getByText(site().invitation.title)).toBeHidden()
})

for (const path of [...HIDDEN, '/nowhere']) {
  test(`${path} is hidden from search engines`, async ({ request }) => {
    expect(await (await request.get(path)).text()).toContain('<meta name="robots" content="noindex" />')
  })
}

test('robots.txt, the sitemap, the manifest and the icons exist', async ({ request, baseURL }) => {
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  const places = (await (await request.get('/sitemap.xml')).text()).matchAll(/<loc>(.*)<\/loc>/g)
  expect(Array.from(places, ([, place]) => place)).toEqual(FOUND.map((path) => baseURL + path))
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  expect(manifest.name).toContain(site().brand.name)
  expect(manifest.theme_color).toBe(site().colors.light.paper)
  const icons = manifest.icons.map(({ src }: { src: string }) => src)
  for (const icon of [...icons, '/favicon.ico', '/favicon.svg', '/apple-touch-icon.png'])
    expect((await request.get(icon)).headers()['content-type'], icon).toContain('image/')
})

for (const scheme of ['light', 'dark'] as const) {
  test(`in ${scheme} mode, the page and the browser's bars have the colours of the site`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto('/')
    const { paper, ink, velvet } = site().colors[scheme]
    await expect(page.locator(`meta[name=theme-color][media*=${scheme}]`)).toHaveAttribute('content', paper)
    const shown = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      return ['paper', 'ink', 'velvet'].map((name) => style.getPropertyValue(`--color-${name}`))
    })
    expect(shown.map(toHex)).toEqual([paper, ink, velvet])
  })
}

test('without scripts, the landing and contact pages are complete', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/`)
  for (const text of ['You are just never off it.', '14 reminders sent for tomorrow'])
    await expect(page.getByText(text)).toBeVisible()
  await expect(page.locator('noscript a')).toHaveAttribute('href', /\.mp4$/)
  await expect(page.locator('noscript a')).toBeVisible()
  await page.goto(`${baseURL}/contact`)
  await expect(page.getByText(site().brand.address.at(-1)!)).toBeVisible()
  // e2e/plain-place.test.ts sends the form without scripts.
  await expect(page.getByText('needs JavaScript')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeVisible()
  await context.close()
})

/** Converts rgb(), as which browsers report a registered property. */
function toHex(color: string): string {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1)
  return parts ? `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}` : color
}

async function expectImage(request: APIRequestContext, address: string) {
  const image = await request.get(address)
  expect(image.headers()['content-type']).toBe('image/png')
  const png = await image.body()
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
}
