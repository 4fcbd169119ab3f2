import { pageList } from '#shared/site/pages.ts'
import { expect, test } from './fixtures.ts'

const KB = 1000
const BUDGET = { total: 105 * KB, script: 72 * KB }

for (const visit of ['/', '/?ref=AB12CD'])
  test(`the first visit of ${visit} stays within its budget of bytes, and on this host`, async ({ page, baseURL }) => {
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
    await page.goto(visit, { waitUntil: 'networkidle' })
    // Scrolls to the end, past the film's poster, without starting the film.
    await page.getByRole('button', { name: 'Play the film' }).scrollIntoViewIfNeeded()
    await poster
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')

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
  test(`${path} has no inline script or style, and a policy that allows none`, async ({ request }) => {
    const answer = await request.get(path)
    const html = await answer.text()
    const policy = answer.headers()['content-security-policy']
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+="|javascript:/i)
    for (const [, attributes, content] of html.matchAll(/<script([^>]*)>([^<]*)/g)) {
      // Data, which no browser runs.
      if (attributes!.startsWith(' type="application/json"')) continue
      expect(attributes).toMatch(/\ssrc="\//)
      expect(content).toBe('')
    }
  })
}
