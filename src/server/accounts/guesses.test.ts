import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { colleague } from '../../../test/people/colleague.ts'
import { OWNER_PASSWORD, OWNER_PASSWORD_HASH } from '../../../test/people/owner-password.ts'
import { signIn } from '../../../test/people/owner.ts'
import { longTest } from '../../../test/runs.ts'
import { until } from '../../../test/servers/process.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { ensureAccess } from './invitations.ts'
import { replacePasswordHash } from './password.ts'

const storePassword = ({ pool }: TestApp) => replacePasswordHash(pool, OWNER_PASSWORD_HASH)

function attempt({ app }: TestApp, password: string, from = '127.0.0.1') {
  const headers = { 'x-forwarded-for': from }
  return app.inject({ method: 'POST', url: '/api/admin/session', payload: { password }, headers })
}

const guess = async (app: TestApp, from: string) => (await attempt(app, 'a guess', from)).statusCode
const enter = async (app: TestApp, from: string) => (await attempt(app, OWNER_PASSWORD, from)).statusCode

test('many strangers at once wait for their turn or are asked to come back, and then the owner gets in', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  await storePassword(app)
  const crowd = Array.from({ length: 120 }, (_, index) => attempt(app, 'a guess', `94.${index}.113.9`))

  const answers = await Promise.all(crowd)

  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 429]))
  for (const { statusCode, headers } of answers) if (statusCode === 429) expect(headers['retry-after']).toBe('2')
  expect(await enter(app, '95.1.2.3')).toBe(204)
})

test('the addresses of one network have twenty wrong passwords a minute, and those of other networks their own', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  await storePassword(app)
  for (let count = 0; count < 20; count += 1) expect(await guess(app, `203.0.113.${count}`)).toBe(401)

  expect(await guess(app, '203.0.113.100')).toBe(429)
  expect(await enter(app, '203.0.113.101')).toBe(429)
  expect(await enter(app, '203.0.114.1')).toBe(204)
})

test('after sixty wrong passwords from anywhere each address has one, and an owner gets in at the first try', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  await storePassword(app)
  expect(await guess(app, '95.1.3.9')).toBe(401)
  for (let count = 1; count < 60; count += 1) expect(await guess(app, `94.${count}.3.9`)).toBe(401)

  expect(await guess(app, '95.1.3.9')).toBe(429)
  expect(await guess(app, '96.1.3.9')).toBe(401)
  expect(await guess(app, '96.1.3.9')).toBe(429)
  expect(await enter(app, '97.1.3.9')).toBe(204)
})

test('a wait ends after a minute, also where the clock is set back', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  await storePassword(app)
  for (let count = 0; count < 5; count += 1) expect(await guess(app, '203.0.113.7')).toBe(401)
  expect(await enter(app, '203.0.113.7')).toBe(429)
  const now = performance.now()
  const elapsed = vi.spyOn(performance, 'now').mockImplementation(() => now + 61_000)
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => 0)
  try {
    expect(await enter(app, '203.0.113.7')).toBe(204)
  } finally {
    elapsed.mockRestore()
    clock.mockRestore()
  }
})

test('servers on one database know each other’s wrong passwords', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  await using other = await testApp({ beside: app, trustProxy: 'loopback' })
  await storePassword(app)
  for (let count = 0; count < 5; count += 1) expect(await guess(app, `203.0.113.${count}`)).toBe(401)
  for (let count = 5; count < 15; count += 1) expect(await guess(other, `203.0.113.${count}`)).toBe(401)
  await until(async () => (await app.rows('select from rate_counts where count >= 15')).length > 0)

  for (let count = 20; count < 25; count += 1) expect(await guess(other, `203.0.113.${count}`)).toBe(401)
  await expect.poll(() => guess(other, '203.0.113.99')).toBe(429)
})

longTest('during a flood of guesses from many addresses, the right password opens a new browser', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  await storePassword(app)
  let isOver = false
  let guesses = 0
  const flood = Array.from({ length: 16 }, async () => {
    for (; !isOver; guesses += 1) {
      await guess(app, `198.${18 + (guesses % 4)}.${(guesses >> 2) & 31}.${guesses & 255}`)
      await pause(20)
    }
  })
  const statuses: number[] = []
  try {
    await until(() => guesses > 400)
    for (let browser = 0; browser < 4; browser += 1) statuses.push(await enter(app, `94.${browser}.3.9`))
  } finally {
    isOver = true
    await Promise.all(flood)
  }

  expect(statuses).toEqual(Array(4).fill(204))
})

test('nobody keeps an owner from signing in or proving who they are with many right passwords at once', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  const { post } = await signIn(app)
  const reader = await colleague(app, 'reader')
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const payload = { email: reader.email, password: OWNER_PASSWORD }
  const many = Array.from({ length: 20 }, () => [
    app.app.inject({ method: 'POST', url: '/api/admin/session', payload, headers }),
    reader.call('POST', '/api/admin/session/proof', { password: OWNER_PASSWORD }),
  ]).flat()

  const own = [
    attempt(app, OWNER_PASSWORD, '198.51.100.1'),
    post('/api/admin/session/proof', { password: OWNER_PASSWORD }),
  ]

  expect((await Promise.all(own)).map(({ statusCode }) => statusCode)).toEqual([204, 204])
  const statuses = new Set((await Promise.all(many)).map(({ statusCode }) => statusCode))
  expect(statuses).toEqual(new Set([204, 429]))
})

test('a session has five wrong proofs a minute, which keep nobody from signing in', async () => {
  await using app = await testApp()
  const { post } = await signIn(app)
  const prove = async (password: string) => (await post('/api/admin/session/proof', { password })).statusCode
  for (let count = 0; count < 5; count += 1) expect(await prove('a guess')).toBe(403)

  expect(await prove(OWNER_PASSWORD)).toBe(429)
  expect(await enter(app, '203.0.113.7')).toBe(204)
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
