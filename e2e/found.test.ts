import type { APIRequestContext } from '@playwright/test'
import { brand } from '#site/brand.ts'
import { expect, test } from './fixtures.ts'

for (const [path, canonical] of [
  ['/', '/'],
  ['/contact', '/contact'],
] as const) {
  test(`${path} says what it is to search engines and networks`, async ({ page, request, baseURL }) => {
    await page.goto(path)
    const content = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', baseURL + canonical)
    for (const name of ['description', 'og:title', 'og:description', 'og:site_name', 'twitter:card', 'twitter:title'])
      expect(await content(name), name).toMatch(/\w/)
    expect(await content('og:url')).toBe(baseURL + canonical)
    for (const name of ['og:image', 'twitter:image']) await expectImage(request, (await content(name))!)
  })
}

test('a referral link shows an invitation in its preview, of no other address', async ({ page, request }) => {
  await page.goto('/?ref=AB12CD')
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /invited/)
  await expect(page.locator('meta[property="og:url"], link[rel=canonical]')).toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  const image = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect(image).toContain('invited')
  await expectImage(request, image!)
})

for (const path of ['/form', '/thank-you', '/nowhere']) {
  test(`${path} is not for search engines`, async ({ request }) => {
    expect(await (await request.get(path)).text()).toContain('<meta name="robots" content="noindex" />')
  })
}

test('robots, sitemap, manifest and icons are there', async ({ request, baseURL }) => {
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  expect(await (await request.get('/sitemap.xml')).text()).toContain(`<loc>${baseURL}/contact</loc>`)
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  expect(manifest.name).toContain(brand.name)
  const icons = manifest.icons.map(({ src }: { src: string }) => src)
  for (const icon of [...icons, '/favicon.ico', '/favicon.svg', '/apple-touch-icon.png'])
    expect((await request.get(icon)).headers()['content-type'], icon).toContain('image/')
})

test('without scripts the landing and contact pages read fully', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/`)
  for (const text of ['You are just never off it.', '14 reminders sent for tomorrow'])
    await expect(page.getByText(text)).toBeVisible()
  await expect(page.locator('noscript p')).toHaveText(/Joining the waitlist needs JavaScript/)
  await expect(page.locator('noscript a')).toHaveAttribute('href', /\.mp4$/)
  await expect(page.locator('noscript a')).toBeVisible()
  await page.goto(`${baseURL}/contact`)
  await expect(page.getByText(brand.address.at(-1)!)).toBeVisible()
  await expect(page.locator('noscript p')).toHaveText(/Sending the form needs JavaScript/)
  await context.close()
})

async function expectImage(request: APIRequestContext, address: string) {
  const image = await request.get(address)
  expect(image.headers()['content-type']).toBe('image/png')
  const png = await image.body()
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
}
