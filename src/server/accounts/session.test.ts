import { expect, test } from 'vitest'
import { OWNER_PASSWORD } from '../../../test/people/owner-password.ts'
import { signIn } from '../../../test/people/owner.ts'
import { slowRequest } from '../../../test/servers/slow-request.ts'
import { routesOf } from '../../../test/routes.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { renewPassword } from './password.ts'

function attempt({ app }: TestApp, password: string, headers = {}) {
  return app.inject({ method: 'POST', url: '/api/admin/session', payload: { password }, headers })
}

test('signing in opens a session in a cookie that no script and no other site can use', async () => {
  await using app = await testApp()
  await signIn(app)

  const answer = await attempt(app, OWNER_PASSWORD)

  expect(answer.statusCode).toBe(204)
  const session = answer.headers['set-cookie'] as string
  expect(session).toMatch(/^firstchair_admin=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/)
  // The database does not contain the token, so nobody who reads it can take over a session.
  const token = /=([\w-]{43})/.exec(session)![1]!
  const stored = JSON.stringify(await app.rows('select admin_sessions::text as row from admin_sessions'))
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
})

test('over HTTPS the cookie is sent only over HTTPS', async () => {
  await using app = await testApp({ publicUrl: 'https://waitlist.example' })
  await signIn(app)

  expect((await attempt(app, OWNER_PASSWORD)).headers['set-cookie']).toContain('; Secure')
})

test('over HTTPS no other site of the same domain can set a cookie that counts, and signing out removes it', async () => {
  await using app = await testApp({ publicUrl: 'https://waitlist.example' })
  await signIn(app)
  const given = (await attempt(app, OWNER_PASSWORD)).headers['set-cookie'] as string
  expect(given).toMatch(/^__Host-firstchair_admin=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure;/)
  expect(given).not.toContain('Domain')
  const cookie = given.split(';')[0]!
  const isIn = async (cookie: string) =>
    (await app.app.inject({ url: '/api/admin/session', headers: { cookie } })).json().authenticated
  expect(await isIn(cookie)).toBe(true)
  expect(await isIn(cookie.replaceAll('__Host-', ''))).toBe(false)
  expect(await isIn(`firstchair_admin=x; ${cookie}`)).toBe(true)
  const summary = await app.app.inject({
    url: '/api/admin/summary',
    headers: { cookie: cookie.replaceAll('__Host-', '') },
  })
  expect(summary.statusCode).toBe(401)

  const answer = await app.app.inject({ method: 'DELETE', url: '/api/admin/session', headers: { cookie } })
  expect(answer.headers['set-cookie']).toMatch(/^__Host-firstchair_admin=; Max-Age=0; Path=\//)
  expect(await isIn(cookie)).toBe(false)
})

test('every call of the dashboard answers 401 without a session, whatever its parameters', async () => {
  await using app = await testApp()
  const owned = routesOf(app.app).filter(
    ([, url]) => /^\/(api\/admin|functions)\//.test(url) && !/\/session(\/(link|passkey).*)?$/.test(url),
  )
  expect(owned.length).toBeGreaterThan(50)
  const calls = [
    ...owned,
    ['GET', '/api/admin/summary?range=nonsense'],
    ['GET', '/api/admin/what-is-not-there'],
    ['POST', '/functions/v1/what-is-not-there'],
  ] as const
  for (const [method, url] of calls) {
    for (const cookie of ['', 'firstchair_admin=', `firstchair_admin=${'x'.repeat(43)}`]) {
      const answer = await app.app.inject({ method, url, headers: { cookie } })
      expect({ method, url, status: answer.statusCode }).toEqual({ method, url, status: 401 })
      if (method !== 'HEAD') expect(answer.json().error.code).toBe('unauthorized')
    }
  }
})

test('GET says whether there is a session, and DELETE ends it', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  const state = async () => (await owner.get('/api/admin/session')).json()
  expect(await state()).toEqual({
    authenticated: true,
    asks_email: false,
    has_passkeys: false,
    account: { id: expect.any(String), name: 'Owner', email: null, role: 'owner' },
    proven: true,
  })

  const answer = await app.app.inject({
    method: 'DELETE',
    url: '/api/admin/session',
    headers: { cookie: owner.cookie },
  })

  expect(answer.statusCode).toBe(204)
  expect(answer.headers['set-cookie']).toContain('Max-Age=0')
  expect(await state()).toMatchObject({ authenticated: false, asks_email: false, account: null, proven: false })
  expect((await owner.get('/api/admin/summary')).statusCode).toBe(401)
})

test("signing in again ends the browser's earlier session", async () => {
  await using app = await testApp()
  const owner = await signIn(app)

  await attempt(app, OWNER_PASSWORD, { cookie: owner.cookie })

  expect((await owner.get('/api/admin/summary')).statusCode).toBe(401)
})

test('an address may send five wrong passwords a minute, also at once; then even the right one has to wait', async () => {
  await using app = await testApp({ trustProxy: 'loopback' })
  await signIn(app)
  const headers = { 'x-forwarded-for': '203.0.113.7' }

  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => attempt(app, `wrong ${index}`, headers)))

  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  expect(answers.find(({ statusCode }) => statusCode === 401)!.json().error).toEqual({
    code: 'wrong-password',
    message: 'The password you entered is incorrect.',
  })
  const refused = await attempt(app, OWNER_PASSWORD, headers)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await attempt(app, OWNER_PASSWORD, { 'x-forwarded-for': '203.0.113.8' })).statusCode).toBe(204)
})

test('right passwords are not counted', async () => {
  await using app = await testApp()
  await signIn(app)

  for (let index = 0; index < 7; index += 1) expect((await attempt(app, OWNER_PASSWORD)).statusCode).toBe(204)
})

test('actions of a person extend a session, automatic refreshes do not', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  const left = async () =>
    (await app.rows(`select extract(epoch from expires_at - now())::int as s from admin_sessions`))[0].s
  await app.rows(`update admin_sessions set expires_at = now() + interval '1 hour'`)

  const poll = await owner.get('/api/admin/summary', { 'x-background': '1' })
  expect(poll.headers['set-cookie']).toBeUndefined()
  expect(await left()).toBeLessThanOrEqual(3600)

  const click = await owner.get('/api/admin/summary')
  expect(click.headers['set-cookie']).toContain('Max-Age=43200')
  expect(await left()).toBeGreaterThan(43_000)

  await app.rows(`update admin_sessions set expires_at = now() + interval '1 hour'`)
  const download = await owner.get('/api/admin/entries.csv')
  expect(download.headers['set-cookie']).toContain('Max-Age=43200')

  await app.rows(`update admin_sessions set expires_at = now() - interval '1 second'`)
  expect((await owner.get('/api/admin/summary')).statusCode).toBe(401)
})

test('a new password ends every session on every server', async () => {
  await using app = await testApp()
  await using other = await testApp({ beside: app })
  const owner = await signIn(app)
  expect((await other.app.inject({ url: '/api/admin/summary', headers: { cookie: owner.cookie } })).statusCode).toBe(
    200,
  )

  await renewPassword(app.pool)

  for (const { app: server } of [app, other]) {
    expect((await server.inject({ url: '/api/admin/summary', headers: { cookie: owner.cookie } })).statusCode).toBe(401)
  }
})

test('a request from another site is refused even with a session', async () => {
  await using app = await testApp()
  const owner = await signIn(app)

  for (const site of ['cross-site', 'same-site']) {
    const headers = { 'sec-fetch-site': site }
    expect((await owner.post('/functions/v1/sync-to-beehiiv', {}, headers)).statusCode).toBe(403)
    expect((await attempt(app, OWNER_PASSWORD, headers)).statusCode).toBe(403)
  }
})

test('a request without the name of its site is judged by its origin', async () => {
  await using app = await testApp({ publicUrl: 'https://waitlist.example' })
  const owner = await signIn(app)
  const status = async (origin: string) => {
    const headers = { origin, host: 'inside:3000' }
    const sync = await owner.post('/functions/v1/sync-to-beehiiv', {}, headers)
    expect(sync.statusCode === 403).toBe((await attempt(app, OWNER_PASSWORD, headers)).statusCode === 403)
    return sync.statusCode
  }

  for (const origin of ['https://waitlist.example', 'http://inside:3000']) expect(await status(origin)).toBe(200)
  for (const origin of ['https://evil.example', 'https://waitlist.example.evil.example', 'http://inside:3001', 'null'])
    expect(await status(origin)).toBe(403)
})

test('a session that ends while a request is being sent changes nothing', async () => {
  await using app = await testApp()
  const { cookie } = await signIn(app)
  // A session that is used again late is extended, which shows that the server has begun the request.
  await app.rows(`update admin_sessions set expires_at = now() + interval '1 hour', used_at = 'epoch'`)
  const payload = { password: 'a password of a thief' }
  const slow = await slowRequest(app.app, { method: 'PATCH', url: '/api/admin/account', headers: { cookie }, payload })
  await expect.poll(() => app.rows(`select from admin_sessions where used_at > 'epoch'`)).toHaveLength(1)

  const { password } = await renewPassword(app.pool)

  expect((await slow.finish()).status).toBe(401)
  expect((await attempt(app, password)).statusCode).toBe(204)
})
