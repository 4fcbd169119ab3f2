import { createHash } from 'node:crypto'
import { pageList } from '#shared/site/pages.ts'
import { expect, test } from './fixtures.ts'

const KB = 1000
const BUDGET = { total: 105 * KB, script: 75 * KB }
/** What arrives before anybody touches the page, on a connection that the browser does not call fast. */
const UNTOUCHED = { total: 33 * KB, script: 3_072, files: 5 }

test('until it is touched, the landing page is complete with five files, and then it comes alive', async ({
  page,
  settled,
}) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'connection', { value: undefined }))
  const files: { path: string; bytes: number }[] = []
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname
    // The icon of the tab is not the page's.
    if (path !== '/favicon.svg') files.push({ path, bytes: Number(response.headers()['content-length'] ?? 0) })
  })
  await page.setViewportSize({ width: 412, height: 823 })
  await page.goto('/')
  await settled()
  await expect(page.getByText(/\d\+ solo providers have already joined/)).toBeVisible()
  // Browsers say where a mouse rests, as if it had moved.
  await page.evaluate(() => void dispatchEvent(new PointerEvent('pointermove')))
  await settled()
  console.log(files.map(({ path, bytes }) => `${String(bytes).padStart(7)} ${path}`).join('\n'))
  const sum = files.reduce((total, { bytes }) => total + bytes, 0)
  expect(files.find(({ path }) => path === '/early.js')!.bytes).toBeLessThanOrEqual(UNTOUCHED.script)
  expect(files.length).toBeLessThanOrEqual(UNTOUCHED.files)
  expect(sum).toBeLessThanOrEqual(UNTOUCHED.total)

  const before = await page.screenshot()
  await page.mouse.move(3, 500, { steps: 2 })
  await expect(page.locator('html')).toHaveAttribute('data-alive')
  expect(await page.screenshot()).toEqual(before)
})

for (const visit of ['/', '/?ref=AB12CD'])
  test(`the first visit of ${visit} stays within its budget of bytes, and on this host`, async ({
    page,
    baseURL,
    settled,
  }) => {
    const files: { path: string; type: string; bytes: number }[] = []
    const foreign: string[] = []
    page.on('response', (response) => {
      const url = new URL(response.url())
      if (url.origin !== baseURL) foreign.push(url.href)
      const bytes = Number(response.headers()['content-length'] ?? 0)
      files.push({ path: url.pathname, type: response.request().resourceType(), bytes })
    })
    await page.setViewportSize({ width: 412, height: 823 })
    const poster = page.waitForResponse('**/film/poster.svg')
    await page.goto(visit)
    await expect(page.locator('html')).toHaveAttribute('data-alive')
    await settled()
    // Scrolls to the end, past the film's poster, without starting the film.
    await page.getByRole('button', { name: 'Play the film' }).scrollIntoViewIfNeeded()
    await poster
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await settled()

    const sum = (chosen: typeof files) => chosen.reduce((total, { bytes }) => total + bytes, 0)
    const script = sum(files.filter(({ type }) => type === 'script'))
    console.log(files.map(({ path, bytes }) => `${String(bytes).padStart(7)} ${path}`).join('\n'))
    console.log(`${String(sum(files)).padStart(7)} in all, ${script} of it scripts`)
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(['/', '/early.js', '/film/poster.svg']))
    expect(files.filter(({ path, bytes }) => bytes === 0 && path !== '/api/events')).toEqual([])
    expect(foreign).toEqual([])
    expect(script).toBeLessThanOrEqual(BUDGET.script)
    expect(sum(files)).toBeLessThanOrEqual(BUDGET.total)
  })

for (const path of [...pageList.map(({ path }) => path), '/?ref=AB12CD', '/nowhere']) {
  test(`${path} has no inline script, and no styles but those that its policy names`, async ({ request }) => {
    const answer = await request.get(path)
    const html = await answer.text()
    const policy = answer.headers()['content-security-policy']
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toContain('unsafe')
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, styles]) =>
      createHash('sha256').update(styles!).digest('base64'),
    )
    expect(styles).toHaveLength(path.split('?')[0] === '/' ? 1 : 0)
    for (const hash of styles) expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`)
    expect(html.match(/<style/g) ?? []).toHaveLength(styles.length)
    expect(html).not.toMatch(/\sstyle=|\son[a-z]+="|javascript:/i)
    for (const [, attributes, content] of html.matchAll(/<script([^>]*)>([^<]*)/g)) {
      // Data, which no browser runs.
      if (attributes!.startsWith(' type="application/json"')) continue
      expect(attributes).toMatch(/\ssrc="\//)
      expect(content).toBe('')
    }
  })
}
