import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { colleague } from '../../../test/people/colleague.ts'
import { OWNER_PASSWORD, OWNER_PASSWORD_HASH } from '../../../test/people/owner-password.ts'
import { signIn } from '../../../test/people/owner.ts'
import { until } from '../../../test/servers/process.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { ensureAccess } from './password.ts'
import { createChallenges } from '../trust/floods/challenges.ts'
import { replacePasswordHash } from '../accounts/accounts.ts'
import { longTest } from '../../../test/runs.ts'

const storePassword = ({ pool }: TestApp) => replacePasswordHash(pool, OWNER_PASSWORD_HASH)

function attempt({ app }: TestApp, password: string, headers = {}) {
  return app.inject({ method: 'POST', url: '/api/admin/session', payload: { password }, headers })
}

/** Signs in, and resolves to the value by which the browser is recognised afterwards. */
async function browserOf(app: TestApp, password = OWNER_PASSWORD): Promise<string> {
  const answer = await attempt(app, password, { 'x-forwarded-for': '198.51.100.1' })
  const cookies = [answer.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]!)
  return cookies.find((cookie) => cookie.startsWith('firstchair_browser='))!
}

type Asked = { challenge: Parameters<typeof solveChallenge>[0]['challenge'] }

async function solve(challenge: Asked['challenge']): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** Signs in as the form does on a browser that the server has never seen. */
async function signInWithProof(app: TestApp, address: string): Promise<number> {
  const headers = { 'x-forwarded-for': address }
  const refused = await attempt(app, OWNER_PASSWORD, headers)
  if (refused.statusCode !== 429) return refused.statusCode
  const proof = await solve(refused.json<Asked>().challenge)
  const payload = { password: OWNER_PASSWORD, proof }
  return (await app.app.inject({ method: 'POST', url: '/api/admin/session', payload, headers })).statusCode
}

const LOCKED = { 'x-forwarded-for': '203.0.113.9' }

/** Sends five wrong passwords from one address. Further attempts from there need a proof or a recognised browser. */
async function lockOut(app: TestApp) {
  for (let count = 0; count < 5; count += 1) await attempt(app, 'a guess', LOCKED)
  expect((await attempt(app, OWNER_PASSWORD, LOCKED)).statusCode).toBe(429)
}

/** Sends more guesses at once than fit in the queue of strangers. */
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
  expect((await attempt(app, OWNER_PASSWORD)).statusCode).toBe(204)
})

test('a browser that signed in before does not wait behind strangers', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  await signIn(app)
  const cookie = await browserOf(app)
  const strangers = crowd(app)

  const stranger = attempt(app, OWNER_PASSWORD, { 'x-forwarded-for': '198.51.100.2' })

  expect((await attempt(app, OWNER_PASSWORD, { cookie })).statusCode).toBe(204)
  expect((await stranger).statusCode).toBe(429)
  await Promise.all(strangers)
})

longTest(
  'during a flood of wrong passwords from many addresses, the right one opens a new browser with a proof of work',
  async () => {
    await using app = await testApp({ trustProxy: 'loopback' })
    await signIn(app)
    let isOver = false
    let guesses = 0
    const flood = Array.from({ length: 16 }, async () => {
      for (; !isOver; guesses += 1) {
        await attempt(app, 'a guess', { 'x-forwarded-for': `198.${18 + (guesses >> 8)}.${guesses & 255}.9` })
        // The flood leaves processor time for the proofs, which this process computes.
        await pause(20)
      }
    })
    const statuses: number[] = []
    try {
      await until(() => guesses > 100)
      for (let browser = 0; browser < 4; browser += 1) statuses.push(await signInWithProof(app, `94.${browser}.3.9`))
    } finally {
      isOver = true
      await Promise.all(flood)
    }

    expect(statuses).toEqual(Array(4).fill(204))
  },
)

test('a proof is good for one guess, and a proof of joining for none', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  await storePassword(app)
  await lockOut(app)
  const { challenge } = (await attempt(app, 'a guess', LOCKED)).json()
  const proof = await solve(challenge)
  const send = async (password: string, proof: string) => {
    const payload = { password, proof }
    return app.app.inject({ method: 'POST', url: '/api/admin/session', payload, headers: LOCKED })
  }

  expect((await send('a guess', proof)).json()).toMatchObject({ error: { code: 'wrong-password' } })
  expect((await send(OWNER_PASSWORD, proof)).statusCode).toBe(429)
  const forJoining = await (await createChallenges({ pool: app.pool, kind: 'joining' })).make()
  for (const bad of ['', 'x', await solve(forJoining)]) {
    const refused = await send(OWNER_PASSWORD, bad)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    expect(refused.json()).toMatchObject({ challenge: { signature: expect.any(String) } })
  }
  expect((await send(OWNER_PASSWORD, await solve((await send('', '')).json().challenge))).statusCode).toBe(204)
})

test('all strangers together have thirty wrong passwords a minute without a proof', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  await storePassword(app)
  const guess = async (address: string) => (await attempt(app, 'a guess', { 'x-forwarded-for': address })).statusCode
  for (let count = 0; count < 30; count += 1) expect(await guess(`94.${count}.3.9`)).toBe(401)

  expect(await guess('94.100.3.9')).toBe(429)
  expect((await attempt(app, OWNER_PASSWORD, { 'x-forwarded-for': '94.101.3.9' })).json().challenge).toBeTruthy()
})

test('over plain http, where browsers cannot work out a proof, strangers wait and have no count in common', async () => {
  await using app = await testApp({ trustProxy: 'loopback', publicUrl: 'http://waitlist.example' })
  await storePassword(app)
  for (let count = 0; count < 40; count += 1)
    expect((await attempt(app, 'a guess', { 'x-forwarded-for': `94.${count}.3.9` })).statusCode).toBe(401)
  await lockOut(app)
  expect((await attempt(app, OWNER_PASSWORD, LOCKED)).json()).not.toHaveProperty('challenge')
})

test('a recognition value opens no session', async () => {
  await using app = await testApp()
  await storePassword(app)
  const cookie = await browserOf(app)

  expect((await app.app.inject({ url: '/api/admin/summary', headers: { cookie } })).statusCode).toBe(401)
  const state = await app.app.inject({ url: '/api/admin/session', headers: { cookie } })
  expect(state.json()).toMatchObject({ authenticated: false, account: null })
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
  expect((await attempt(app, OWNER_PASSWORD, { cookie: other })).statusCode).toBe(204)
})

test('nobody keeps an owner from signing in or proving who they are with many right passwords at once', async () => {
  await using app = await testApp()
  const { cookie: session } = await signIn(app)
  const cookie = await browserOf(app)
  const reader = await colleague(app, 'reader')
  const payload = { email: reader.email, password: OWNER_PASSWORD }
  const signedIn = await app.app.inject({ method: 'POST', url: '/api/admin/session', payload })
  const theirs = [signedIn.headers['set-cookie']]
    .flat()
    .map((one) => String(one).split(';')[0])
    .join('; ')
  const many = Array.from({ length: 20 }, () => [
    app.app.inject({ method: 'POST', url: '/api/admin/session', payload, headers: { cookie: theirs } }),
    reader.call('POST', '/api/admin/session/proof', { password: OWNER_PASSWORD }),
  ]).flat()

  const own = [
    attempt(app, OWNER_PASSWORD, { cookie }),
    app.app.inject({
      method: 'POST',
      url: '/api/admin/session/proof',
      headers: { cookie: session },
      payload: { password: OWNER_PASSWORD },
    }),
  ]

  expect((await Promise.all(own)).map(({ statusCode }) => statusCode)).toEqual([204, 204])
  const statuses = new Set((await Promise.all(many)).map(({ statusCode }) => statusCode))
  expect(statuses).toEqual(new Set([204, 429]))
})

test('a browser counts as a stranger if its recognition is forged or belongs to a former password', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  await storePassword(app)
  const former = await browserOf(app)
  const renewed = 'another password'
  await ensureAccess(app.pool, renewed)
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

  expect((await attempt(other, OWNER_PASSWORD, { cookie, ...LOCKED })).statusCode).toBe(204)
})

test.each(['127.0.0.1', '172.17.0.1', '::1'])(
  "behind a proxy at %s that TRUST_PROXY does not name, a stranger's wrong passwords do not lock the owner out",
  async (remoteAddress) => {
    await using app = await testApp()
    await storePassword(app)
    const send = (password: string) =>
      app.app.inject({ method: 'POST', url: '/api/admin/session', payload: { password }, remoteAddress })
    for (let count = 0; count < 6; count += 1) expect((await send('a guess')).statusCode).toBe(401)

    expect((await send(OWNER_PASSWORD)).statusCode).toBe(204)
  },
)

test('a short password stored by an earlier version still opens the dashboard', async () => {
  await using app = await testApp()
  await ensureAccess(app.pool, 'a')

  expect((await attempt(app, 'a')).statusCode).toBe(204)
})
