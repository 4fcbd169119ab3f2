import { expect, onTestFinished, test } from 'vitest'
import { setSite, siteOf } from '#shared/site/site.ts'
import { pageList } from '#shared/site/pages.ts'
import { DIST } from '../../../test/servers/dist.ts'
import { routesOf } from '../../../test/routes.ts'
import { testApp } from '../../../test/test-app.ts'
import { ROUTES } from '#shared/routes.ts'

const LISTED = 'https://salon.example'
const FORM = 'application/x-www-form-urlencoded'
const listingApp = () => testApp({ dist: DIST, embedOrigins: [LISTED], publicUrl: 'https://waitlist.example' })

/** Submits an email from a page of this origin, and returns the page with the questions. */
async function leaveEmail(
  { app }: Awaited<ReturnType<typeof testApp>>,
  origin: string,
  fields: Record<string, string>,
) {
  const payload = String(new URLSearchParams({ email: 'maya@example.com', ...fields }))
  const headers = { origin, 'content-type': FORM }
  const begun = await app.inject({ method: 'POST', url: '/join', headers, payload })
  expect([begun.statusCode, begun.headers.location]).toEqual([303, '/form'])
  // With this header on the redirect, the browser would already cut the page off from its opener.
  expect(begun.headers).not.toHaveProperty('cross-origin-opener-policy')
  const form = await app.inject({
    url: '/form',
    headers: { cookie: String(begun.headers['set-cookie']).split(';')[0]! },
  })
  const written = /data-start="([^"]+)"/.exec(form.body)![1]!.replaceAll('&quot;', '"')
  return { headers: form.headers, start: JSON.parse(written) as Record<string, unknown> }
}

test('no page but /embed can be framed, and that one only by listed sites', async () => {
  await using list = await listingApp()
  const gets = routesOf(list.app).flatMap(([method, url]) => (method === 'GET' && url !== '/embed' ? [url] : []))
  expect(gets.length).toBeGreaterThan(80)
  let pages = 0
  for (const url of [...gets, '/?ref=ABC234', '/no-such-page']) {
    const { statusCode, headers } = await list.app.inject(url)
    if (!String(headers['content-type']).startsWith('text/html') || (statusCode >= 300 && statusCode < 400)) continue
    pages += 1
    // The dashboard frames the draft, and shows why it cannot be drawn.
    const [option, ancestors] = url === ROUTES.sitePreview.path ? ['SAMEORIGIN', 'self'] : ['DENY', 'none']
    expect.soft(headers['x-frame-options'], url).toBe(option)
    expect.soft(headers['content-security-policy'], url).toContain(`frame-ancestors '${ancestors}'`)
  }
  expect(pages).toBeGreaterThan(pageList.length)
  const { headers } = await list.app.inject({ url: '/embed', headers: { referer: 'https://evil.example/' } })
  expect(headers).not.toHaveProperty('x-frame-options')
  expect(headers['content-security-policy']).toMatch(/frame-ancestors 'self' https:\/\/salon\.example$/)
})

test('only listed sites may call, and only for the count', async () => {
  await using list = await listingApp()
  const allowed = async (url: string, origin: string) => {
    const { headers } = await list.app.inject({ url, headers: { origin } })
    return headers['access-control-allow-origin']
  }
  expect(await allowed('/api/waitlist/count', LISTED)).toBe(LISTED)
  const { headers } = await list.app.inject('/api/waitlist/count')
  expect(headers.vary).toBe('origin')
  for (const origin of ['https://evil.example', 'null', `${LISTED}.evil.example`, 'http://salon.example'])
    expect(await allowed('/api/waitlist/count', origin)).toBeUndefined()
  for (const url of ['/api/waitlist/stamp', '/api/place', '/api/admin/summary', '/embed', '/form', '/join'])
    expect.soft(await allowed(url, LISTED), url).toBeUndefined()
})

test('a listed site is told of the place and may thank by itself; others are not', async () => {
  await using list = await listingApp()
  const own = 'https://waitlist.example'
  const thanks = `${LISTED}/thanks?from=list`
  const element = await leaveEmail(list, LISTED, { embed: 'element', thanks })
  expect(element.start).toMatchObject({ tells: LISTED, thanks, isElsewhere: true, utm: { source: 'salon.example' } })
  expect(element.headers['cross-origin-opener-policy']).toBe('unsafe-none')
  expect(element.headers['content-security-policy']).toContain(`form-action 'self' ${LISTED};`)

  const frame = await leaveEmail(list, own, { embed: 'frame', site: LISTED, thanks })
  expect(frame.start).toMatchObject({ tells: own, thanks: null, isElsewhere: true, utm: { source: 'salon.example' } })

  for (const origin of ['https://evil.example', 'null']) {
    const { start, headers } = await leaveEmail(list, origin, { embed: 'element', site: LISTED, thanks })
    expect(start).toMatchObject({ tells: null, thanks: null, isElsewhere: true })
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['content-security-policy']).toContain("form-action 'self';")
  }
  for (const bad of [
    'https://evil.example/',
    'javascript:alert(1)',
    `https://salon.example@evil.example/`,
    'https://:pw@salon.example/',
    '//evil.example',
  ])
    expect((await leaveEmail(list, LISTED, { thanks: bad })).start.thanks).toBeNull()
  const plain = await leaveEmail(list, own, { site: LISTED })
  expect(plain.start).toMatchObject({ tells: null, isElsewhere: false })
})

test('the frame brings a code and the campaign along, as text', async () => {
  await using list = await listingApp()
  const url = '/embed?ref=ABC234&utm_source=%22%3E%3Cb%3E&other=1'
  const { body } = await list.app.inject({ url, headers: { referer: `${LISTED}/` } })
  expect(body).toContain('name="ref" value="ABC234"')
  expect(body).toContain('name="utm_source" value="&quot;&gt;&lt;b&gt;"')
  expect(body).toContain(`name="site" value="${LISTED}"`)
  expect(body).not.toContain('other')
})

test('the element has the words of every language, and the frame those of its address', async () => {
  await using list = await listingApp()
  setSite(siteOf({ languages: { first: 'en', others: ['de', 'ar'], texts: {} } }))
  onTestFinished(() => setSite(siteOf({})))
  const { body: script } = await list.app.inject('/embed.js')
  for (const words of ['Join Waitlist', 'Auf die Warteliste', '/de/join', '/ar/embed', 'ar-u-nu-latn'])
    expect(script).toContain(words)
  const { body } = await list.app.inject('/ar/embed')
  for (const part of ['<html lang="ar" dir="rtl">', 'action="/ar/join"', 'href="/ar/privacy"'])
    expect(body).toContain(part)
  expect(body).not.toContain('Join Waitlist')
})
