import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { PASSWORD, signIn } from '../../../test/owner.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { ensurePassword } from './password.ts'
import { replacePasswordHash } from './queries.ts'

/** A password that is checked at once, where it does not matter how long that takes. */
async function storePassword({ pool }: TestApp, password = PASSWORD) {
  const key = scryptSync(password, 'salt', 32, { N: 2, r: 8, p: 1 }).toString('base64url')
  await replacePasswordHash(pool, `scrypt$2$8$1$${Buffer.from('salt').toString('base64url')}$${key}`)
}

function attempt({ app }: TestApp, password: string, headers = {}) {
  return app.inject({ method: 'POST', url: '/api/admin/session', payload: { password }, headers })
}

/** Signs in, and resolves to what the browser is recognised by afterwards. */
async function browserOf(app: TestApp, password = PASSWORD): Promise<string> {
  const answer = await attempt(app, password, { 'x-forwarded-for': '198.51.100.1' })
  const cookies = [answer.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]!)
  return cookies.find((cookie) => cookie.startsWith('firstchair_browser='))!
}

const LOCKED = { 'x-forwarded-for': '203.0.113.9' }

/** Five wrong passwords from one address, which only a browser that is recognised may try from then. */
async function lockOut(app: TestApp) {
  for (let count = 0; count < 5; count += 1) await attempt(app, 'a guess', LOCKED)
  expect((await attempt(app, PASSWORD, LOCKED)).statusCode).toBe(429)
}

/** As many guesses as the strangers' line holds, and more; all of them under way. */
function crowd(app: TestApp) {
  return Array.from({ length: 30 }, (_, index) => attempt(app, 'a guess', { 'x-forwarded-for': `203.0.113.${index}` }))
}

test('a crowd of strangers has one check at a time, and most are asked to come back', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  await signIn(app)

  const answers = await Promise.all(crowd(app))

  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([...Array(9).fill(401), ...Array(21).fill(429)])
  for (const { statusCode, headers } of answers) if (statusCode === 429) expect(headers['retry-after']).toBe('2')
  expect((await attempt(app, PASSWORD)).statusCode).toBe(204)
})

test('a browser that signed in before does not wait behind strangers', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  await signIn(app)
  const cookie = await browserOf(app)
  const strangers = crowd(app)

  const stranger = attempt(app, PASSWORD, { 'x-forwarded-for': '198.51.100.2' })

  expect((await attempt(app, PASSWORD, { cookie })).statusCode).toBe(204)
  expect((await stranger).statusCode).toBe(429)
  await Promise.all(strangers)
}, 90_000)

test('recognition opens nothing', async () => {
  await using app = await testApp()
  await storePassword(app)
  const cookie = await browserOf(app)

  expect((await app.app.inject({ url: '/api/admin/summary', headers: { cookie } })).statusCode).toBe(401)
  const state = await app.app.inject({ url: '/api/admin/session', headers: { cookie } })
  expect(state.json()).toEqual({ authenticated: false })
  const [, value] = cookie.split('=')
  const asSession = { cookie: `firstchair_admin=${value}` }
  expect((await app.app.inject({ url: '/api/admin/summary', headers: asSession })).statusCode).toBe(401)
})

test('a recognised browser has five wrong passwords a minute too, which keep no other one out', async () => {
  await using app = await testApp()
  await storePassword(app)
  const [cookie, other] = [await browserOf(app), await browserOf(app)]

  const statuses = []
  for (let count = 0; count < 6; count += 1) statuses.push((await attempt(app, 'a typo', { cookie })).statusCode)

  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  expect((await attempt(app, PASSWORD, { cookie: other })).statusCode).toBe(204)
})

test('a browser whose recognition is forged, or of a former password, is a stranger', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  await storePassword(app)
  const former = await browserOf(app)
  const renewed = 'another password'
  await storePassword(app, renewed)
  const forged = [
    former,
    former.replace(/\.[^.]*$/, '.AAAA'),
    former.replace('=', '=x'),
    'firstchair_browser=x',
    'firstchair_browser=',
    'firstchair_browser=%',
  ]

  await lockOut(app)

  for (const cookie of forged) {
    const answer = await attempt(app, renewed, { cookie, ...LOCKED })
    expect({ cookie, status: answer.statusCode }).toEqual({ cookie, status: 429 })
  }
  const cookie = await browserOf(app, renewed)
  expect((await attempt(app, renewed, { cookie, ...LOCKED })).statusCode).toBe(204)
})

test('every server recognises a browser', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  await using other = await testApp({ beside: app, trustProxy: 'loopback' })
  await storePassword(app)
  const cookie = await browserOf(app)
  await lockOut(other)

  expect((await attempt(other, PASSWORD, { cookie, ...LOCKED })).statusCode).toBe(204)
})

test.each(['127.0.0.1', '172.17.0.1', '::1'])(
  "behind a proxy at %s that it was not told of, a stranger's wrong passwords do not keep the owner out",
  async (remoteAddress) => {
    await using app = await testApp()
    await storePassword(app)
    const send = (password: string) =>
      app.app.inject({ method: 'POST', url: '/api/admin/session', payload: { password }, remoteAddress })
    for (let count = 0; count < 6; count += 1) expect((await send('a guess')).statusCode).toBe(401)

    expect((await send(PASSWORD)).statusCode).toBe(204)
  },
)

test('a short password that was stored before still opens the dashboard', async () => {
  await using app = await testApp()
  await ensurePassword(app.pool, 'a')

  expect((await attempt(app, 'a')).statusCode).toBe(204)
})
