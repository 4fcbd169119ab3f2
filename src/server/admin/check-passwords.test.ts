import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { PASSWORD, signIn } from '../../../test/owner.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { ensurePassword } from './password.ts'
import { replacePasswordHash } from './queries.ts'

/** Checks a password immediately, for tests that do not depend on how long a check takes. */
async function storePassword({ pool }: TestApp, password = PASSWORD) {
  const key = scryptSync(password, 'salt', 32, { N: 2, r: 8, p: 1 }).toString('base64url')
  await replacePasswordHash(pool, `scrypt$2$8$1$${Buffer.from('salt').toString('base64url')}$${key}`)
}

function attempt({ app }: TestApp, password: string, headers = {}) {
  return app.inject({ method: 'POST', url: '/api/admin/session', payload: { password }, headers })
}

/** Signs in, and resolves to the value by which the browser is recognised afterwards. */
async function browserOf(app: TestApp, password = PASSWORD): Promise<string> {
  const answer = await attempt(app, password, { 'x-forwarded-for': '198.51.100.1' })
  const cookies = [answer.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]!)
  return cookies.find((cookie) => cookie.startsWith('firstchair_browser='))!
}

const LOCKED = { 'x-forwarded-for': '203.0.113.9' }

/** Gives five wrong passwords from one address. After that only a recognised browser may try from there. */
async function lockOut(app: TestApp) {
  for (let count = 0; count < 5; count += 1) await attempt(app, 'a guess', LOCKED)
  expect((await attempt(app, PASSWORD, LOCKED)).statusCode).toBe(429)
}

/** Sends more guesses at once than the strangers' line holds. */
function crowd(app: TestApp) {
  return Array.from({ length: 30 }, (_, index) => attempt(app, 'a guess', { 'x-forwarded-for': `203.0.113.${index}` }))
}

test('only one of many strangers is checked at a time, and most are asked to come back later', async () => {
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

test('a recognition value opens no session', async () => {
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

test('a recognised browser may also give five wrong passwords a minute, which lock out no other browser', async () => {
  await using app = await testApp()
  await storePassword(app)
  const [cookie, other] = [await browserOf(app), await browserOf(app)]

  const statuses = []
  for (let count = 0; count < 6; count += 1) statuses.push((await attempt(app, 'a typo', { cookie })).statusCode)

  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  expect((await attempt(app, PASSWORD, { cookie: other })).statusCode).toBe(204)
})

test('a browser counts as a stranger if its recognition is forged or belongs to a former password', async () => {
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

test('a browser is recognised by every server', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  await using other = await testApp({ beside: app, trustProxy: 'loopback' })
  await storePassword(app)
  const cookie = await browserOf(app)
  await lockOut(other)

  expect((await attempt(other, PASSWORD, { cookie, ...LOCKED })).statusCode).toBe(204)
})

test.each(['127.0.0.1', '172.17.0.1', '::1'])(
  "behind a proxy at %s that TRUST_PROXY does not name, a stranger's wrong passwords do not lock the owner out",
  async (remoteAddress) => {
    await using app = await testApp()
    await storePassword(app)
    const send = (password: string) =>
      app.app.inject({ method: 'POST', url: '/api/admin/session', payload: { password }, remoteAddress })
    for (let count = 0; count < 6; count += 1) expect((await send('a guess')).statusCode).toBe(401)

    expect((await send(PASSWORD)).statusCode).toBe(204)
  },
)

test('a short password stored by an earlier version still opens the dashboard', async () => {
  await using app = await testApp()
  await ensurePassword(app.pool, 'a')

  expect((await attempt(app, 'a')).statusCode).toBe(204)
})
