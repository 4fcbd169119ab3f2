import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { LogController } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { pageList } from '#shared/site/pages.ts'
import type { Build } from './build-output.ts'
import { pageRoutes } from './pages.ts'
import { SERVICES } from '#shared/owner/integrations.ts'
import { site } from '#shared/site/site.ts'
import type { PrivacyFacts } from '#shared/site/privacy-sections.ts'
import { guardRequests } from '../../http/server.ts'

const FILM = Buffer.from('0123456789')
const SCRIPT = 'console.log("a script")'
const PROGRAM = { name: 'Our <CRM>', fields: ['email' as const, 'answers' as const] }
const FACTS = {
  services: ['mail' as const],
  newsletterAnswers: false,
  hasLeaderboard: false,
  confirmDays: null,
  retentionDays: 730,
  traceDays: 30,
  programs: [],
}
const folders: string[] = []
/** Draws the path of each page, and the placeholder for the words of the privacy page. */
const BUILD: Build = {
  template: '<head><!--measurement--><!--head--></head><div id="root"><!--app--></div>',
  styles: '',
  needs: { first: [], pages: {} },
  drawings: {},
  digest: 'build',
  setSite: () => {},
  renderPage: (path) => `<h1>${path}</h1><!--privacy-->`,
  renderPrivacy: ({ sections }) => JSON.stringify(sections),
  renderFrame: () => '',
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function testApp({
  publicUrl = 'https://waitlist.example',
  measurementId = undefined as string | undefined,
  facts = {},
} = {}) {
  const dist = mkdtempSync(join(tmpdir(), 'pages-'))
  folders.push(dist)
  mkdirSync(join(dist, 'web', 'assets'), { recursive: true })
  writeFileSync(join(dist, 'web/film.mp4'), FILM)
  writeFileSync(join(dist, 'web/assets/index-1.js'), SCRIPT)
  writeFileSync(join(dist, 'web/assets/index-1.js.br'), brotliCompressSync(SCRIPT))

  const log: Record<string, unknown>[] = []
  const app = fastify({
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: 'info', stream: { write: (line: string) => void log.push(JSON.parse(line)) } },
  })
  guardRequests(app, { trustProxy: false, publicUrl: () => publicUrl })
  const settings = { publicUrl, measurementId, facts: { ...FACTS, ...facts } }
  pageRoutes(app, { dist, build: BUILD, settings: () => settings })
  return { app, log }
}

test('the landing page is filled in with the public origin', async () => {
  const { app } = testApp()
  const answer = await app.inject('/?utm_source=flyer')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.body).toContain('<h1>/</h1>')
  expect(answer.body).toContain('<link rel="canonical" href="https://waitlist.example/" />')
})

test('a link of another tool with the code in its path leads to the invitation', async () => {
  const { app } = testApp()
  for (const [url, location] of [
    ['/r/AB12CD', '/?ref=AB12CD'],
    ['/r/a%20b%26c/?utm_source=flyer', '/?utm_source=flyer&ref=a+b%26c'],
  ] as const) {
    const { statusCode, headers } = await app.inject(url)
    expect([statusCode, headers.location]).toEqual([302, location])
  }
})

test.each([
  '/?ref=AB12CD',
  '/?utm_source=flyer&ref=ab12cd',
  '/?ref=A&ref=B',
  '/?lrRef=AB12CD',
  '/?ref_id=AB12CD',
  '/?referralCode=A',
  '/?kid=A',
])('%s shows an invitation', async (url) => {
  const { app } = testApp()
  expect((await app.inject(url)).body).toContain('<h1>/?ref=any</h1>')
})

test.each(['/?ref=', '/?ref=%20', `/?ref=${'A'.repeat(65)}`, '/?ref=%00', '/?preferred=A'])(
  '%s is the plain landing page',
  async (url) => {
    const { app } = testApp()
    expect((await app.inject(url)).body).toContain('<h1>/</h1>')
  },
)

test('robots and the sitemap name the public origin', async () => {
  const { app } = testApp()
  expect((await app.inject('/robots.txt')).body).toContain('Sitemap: https://waitlist.example/sitemap.xml')
  const sitemap = await app.inject('/sitemap.xml')
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(sitemap.body).toContain('<loc>https://waitlist.example/contact</loc>')
})

test('without a measurement id, no page mentions analytics', async () => {
  const { app } = testApp()
  const { body, headers } = await app.inject('/')
  expect(body).not.toContain('measurement-id')
  expect(headers['content-security-policy']).not.toContain('google')
})

test('a measurement id is written into every page, and its hosts into the policy', async () => {
  const { app } = testApp({ measurementId: 'G-AB12CD34EF' })
  for (const url of [...pageList.map(({ path }) => path), '/?ref=AB12CD', '/nowhere']) {
    const { body, headers } = await app.inject(url)
    expect(body).toContain('<meta name="ga-measurement-id" content="G-AB12CD34EF" />')
    expect(headers['content-security-policy']).toContain("script-src 'self' https://*.googletagmanager.com")
    expect(headers['content-security-policy']).not.toContain('unsafe')
  }
})

test('a film can be requested in parts', async () => {
  const { app } = testApp()
  const get = (range: string) => app.inject({ url: '/film.mp4', headers: { range } })

  const whole = await app.inject('/film.mp4')
  expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-type': 'video/mp4' })
  expect(whole.body).toBe('0123456789')
  for (const [range, body, place] of [
    ['bytes=0-1', '01', '0-1'],
    ['bytes=7-', '789', '7-9'],
    ['bytes=5-99', '56789', '5-9'],
    ['bytes=-3', '789', '7-9'],
    ['bytes=-99', '0123456789', '0-9'],
  ] as const) {
    const part = await get(range)
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, body, `bytes ${place}/10`])
  }
  for (const range of ['bytes=99-', 'bytes=2-1', 'bytes=-', 'bytes=0-1,3-4', 'pages=1-2'])
    expect([range, (await get(range)).statusCode]).toEqual([range, 200])
})

test('the page that ends mail is prerendered, whatever its token', async () => {
  const { app } = testApp()
  expect((await app.inject('/unsubscribe?token=AAAA')).body).toContain('<h1>/unsubscribe</h1>')
})

test.each([
  ['/form', '/form'],
  ['/thank-you?position=1&referral=AB12CD', '/thank-you'],
])('%s is a page of its own', async (url, name) => {
  const { app } = testApp()
  expect((await app.inject(url)).body).toContain(`<h1>${name}</h1>`)
})

test('pages carry a policy that allows nothing from other hosts and nothing inline', async () => {
  const { app } = testApp()
  for (const url of [...pageList.map(({ path }) => path), '/nowhere']) {
    const { headers } = await app.inject(url)
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
  }
})

test('only an https site asks browsers to stay on https', async () => {
  expect((await testApp().app.inject('/')).headers).toHaveProperty('strict-transport-security')
  const plain = testApp({ publicUrl: 'http://localhost:3000' })
  expect((await plain.app.inject('/')).headers).not.toHaveProperty('strict-transport-security')
})

test('a page is sent in an encoding that the visitor accepts', async () => {
  const { app } = testApp()
  const get = (encodings: string) => app.inject({ url: '/', headers: { 'accept-encoding': encodings } })

  const brotli = await get('gzip, deflate, br, zstd')
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toContain('<h1>/</h1>')
  const gzip = await get('br;q=0, gzip;q=0.5')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toContain('<h1>/</h1>')
  expect((await get('identity')).headers).not.toHaveProperty('content-encoding')
})

test('a page that the visitor already has is a 304 without a body', async () => {
  const { app } = testApp()
  const { headers } = await app.inject('/')
  const again = await app.inject({ url: '/', headers: { 'if-none-match': `"old", ${headers.etag}` } })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
})

test('hashed assets are kept for ever, other files for an hour', async () => {
  const { app } = testApp()
  const asset = await app.inject({ url: '/assets/index-1.js', headers: { 'accept-encoding': 'br' } })
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
  })
  expect(brotliDecompressSync(asset.rawPayload).toString()).toBe(SCRIPT)
  expect((await app.inject('/robots.txt')).headers['cache-control']).toBe('public, max-age=3600')
})

test('an unknown address gets the 404 page, and the log has nothing of it that a visitor typed', async () => {
  const { app, log } = testApp()
  const answer = await app.inject('/nowhere/at/all?email=ada@example.com')
  expect(answer.statusCode).toBe(404)
  expect(answer.body).toContain('<h1>/no-such-page</h1>')
  for (const url of ['/ada@example.com', '/contact/ada@example.com', '/assets/ada@', '/Contact%2Fada@']) {
    expect((await app.inject(url)).statusCode).toBe(404)
  }
  expect(log.map(({ level, path }) => [level, path])).toEqual([
    [40, 'unknown'],
    [40, 'unknown'],
    [40, '/contact/…'],
    [40, '/assets/…'],
    [40, 'unknown'],
  ])
  expect(JSON.stringify(log)).not.toContain('ada@')
})

test('two thousand unknown addresses are a few lines of the log, and one that counts the rest', async () => {
  const { app, log } = testApp()
  for (let count = 0; count < 2_000; count += 1) await app.inject(`/${'wp-admin/'.repeat(100)}${count}`)
  expect(log).toHaveLength(20)

  await app.close()

  expect(log).toHaveLength(21)
  expect(log.at(-1)).toMatchObject({ level: 40, more: 1_980 })
  expect(JSON.stringify(log).length).toBeLessThan(20_000)
})

test('a 404 stays a 404 for a visitor who already has the page', async () => {
  const { app } = testApp()
  const { headers } = await app.inject('/nowhere')
  const again = await app.inject({ url: '/nowhere', headers: { 'if-none-match': String(headers.etag) } })
  expect(again.statusCode).toBe(404)
})

test('an unknown call of the API is a 404 in JSON', async () => {
  const { app, log } = testApp()
  const answer = await app.inject({ method: 'POST', url: '/api/nothing?a=b', payload: {} })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({ error: { code: 'not-found', message: expect.any(String) } })
  expect(log).toEqual([])
})

test('known paths answer HEAD without a body', async () => {
  const { app } = testApp()
  const answer = await app.inject({ method: 'HEAD', url: '/' })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe('')
})

test.each([
  ['/contact/', '/contact'],
  ['/Contact', '/contact'],
  ['/FORM/?utm_source=flyer', '/form?utm_source=flyer'],
  ['/thank-you/?position=1&referral=AB12CD', '/thank-you?position=1&referral=AB12CD'],
])('%s leads to the address of its page', async (url, canonical) => {
  const { app } = testApp()
  const answer = await app.inject(url)
  expect([answer.statusCode, answer.headers.location]).toEqual([301, canonical])
})

test.each(['//', '/contact//', '/contact/us'])('%s is no page', async (url) => {
  const { app } = testApp()
  expect((await app.inject(url)).statusCode).toBe(404)
})

test('without a mail server, the pages know that no link can be mailed', async () => {
  const body = async (mail: boolean) =>
    (await testApp({ facts: { services: mail ? ['mail'] : [] } }).app.inject('/place')).body
  expect(await body(false)).toContain('<meta name="mail" content="none" />')
  expect(await body(true)).not.toContain('<meta name="mail"')
})

test('the privacy page says what is true with the settings of this server, and nothing else', async () => {
  const on = {
    services: [...SERVICES],
    newsletterAnswers: true,
    hasLeaderboard: true,
    confirmDays: 14,
    retentionDays: 90,
    traceDays: 30,
    programs: [PROGRAM],
  }
  const plain = (await testApp({ facts: { services: [] } }).app.inject('/privacy')).body
  const full = (await testApp({ facts: on, measurementId: 'G-AB12CD34EF' }).app.inject('/privacy')).body

  for (const word of ['Notion', 'leaderboard', 'Beehiiv', 'Google', 'our mail provider', '90 days', '14 days']) {
    expect(full).toContain(word)
    expect(plain).not.toContain(word)
  }
  for (const words of ['Nobody. All of it stays on our own server.', 'We send you no mail.', '730 days']) {
    expect(plain).toContain(words)
    expect(full).not.toContain(words)
  }
  expect(full).toContain('Our <CRM>: your email and your answers')
  for (const page of [plain, full]) expect(page).toContain('the fingerprint of your network: 30 days. Where we decided')

  // With each setting alone, the page mentions nothing that belongs to another setting.
  const off: Omit<PrivacyFacts, 'analytics'> = { ...on, services: [], confirmDays: null }
  const words = (facts: typeof off) => JSON.stringify(site().privacySections({ ...facts, analytics: false }))
  expect(words(off)).not.toMatch(/our mails|mails you|spam|confirm|Notion|Beehiiv|Google|download and delete/)
  expect(words({ ...off, services: ['mail'] })).not.toMatch(/reminder|never confirmed|new answers|Notion|Beehiiv/)
  expect(words({ ...off, services: ['mail'], confirmDays: 1 })).toMatch(/one reminder.*about a day/s)
  expect(words({ ...off, services: ['notion'] })).toMatch(/Notion, where we keep our notes: [^.]*your full name/)
  expect(words({ ...off, services: ['beehiiv'] })).toMatch(/Beehiiv, which sends our newsletter/)
})
