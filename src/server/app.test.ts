import { expect, test, vi } from 'vitest'
import { signIn } from '../../test/people/owner.ts'
import { joinRequest, testApp } from '../../test/test-app.ts'

const JOINS_A_MINUTE = 600

test('an address that joins too often is asked to wait, other addresses are not', async () => {
  await using server = await testApp({ rateLimit: true, trustProxy: 'loopback' })
  const crowd = await Promise.all(Array.from({ length: JOINS_A_MINUTE }, () => joinFrom('203.0.113.7')))

  expect(new Set(crowd.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  const refused = await joinFrom('203.0.113.7')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  expect(refused.json()).toMatchObject({ error: { code: 'rate-limited', message: expect.any(String) } })
  expect((await joinFrom('203.0.113.8')).statusCode).toBe(201)

  function joinFrom(address: string) {
    return server.app.inject({
      method: 'POST',
      url: '/api/waitlist/entries',
      headers: { 'x-forwarded-for': address },
      payload: joinRequest(),
    })
  }
})

test('a clock that is set back makes nobody wait longer', async () => {
  await using server = await testApp({ rateLimit: true, trustProxy: 'loopback' })
  const write = async () => {
    const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello' }
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    return server.app.inject({ method: 'POST', url: '/api/contact', headers, payload: message })
  }
  let refused = await write()
  while (refused.statusCode === 202) refused = await write()
  const before = Number(refused.headers['retry-after'])
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 24 * 60 * 60_000)
  try {
    expect(Number((await write()).headers['retry-after'])).toBeLessThanOrEqual(before)
  } finally {
    now.mockRestore()
  }
})

test.each(['127.0.0.1', '::ffff:127.0.0.1', '::1', '172.17.0.1', '10.1.2.3', 'fd00::1'])(
  'behind a proxy at %s that TRUST_PROXY does not name, nobody is limited: everybody shares that address',
  async (remoteAddress) => {
    await using server = await testApp({ rateLimit: true })
    const crowd = await Promise.all(
      Array.from({ length: JOINS_A_MINUTE + 2 }, () => {
        const join = { method: 'POST', url: '/api/waitlist/entries', payload: joinRequest() } as const
        return server.app.inject({ ...join, remoteAddress })
      }),
    )

    expect(new Set(crowd.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  },
)

test('a request path that cannot be decoded gets the usual error shape', async () => {
  await using server = await testApp()
  const answer = await server.app.inject('/api/%ff')

  expect(answer.statusCode).toBe(404)
  expect(answer.payload).not.toContain('FST_ERR')
})

test('a failure that affects a whole crowd is logged once, with the id that each visitor’s answer has', async () => {
  const lines: string[] = []
  await using server = await testApp({ log: (line) => lines.push(line) })
  await server.rows('alter table waitlist_counter rename to elsewhere')
  const crowd = await Promise.all(
    Array.from({ length: 30 }, () => server.post(joinRequest({ business_name: 'Secret' }))),
  )

  expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([503]))
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.length).toBeLessThan(5)
  expect(lines.join()).not.toContain('Secret')
  const ids = crowd.map(({ body }) => body.error.request_id)
  expect(new Set(ids).size).toBe(30)
  for (const id of ids) expect(lines.join()).toContain(`"${id}"`)
})

test('GET /api/openapi.json describes the requests and answers of the API', async () => {
  await using server = await testApp()
  const { openapi, paths } = (await server.app.inject('/api/openapi.json')).json()

  expect(openapi).toBe('3.1.0')
  const { requestBody, responses } = paths['/api/waitlist/entries'].post
  expect(Object.keys(requestBody.content['application/json'].schema.properties)).toContain('used_referral_code')
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '201', '202']))
})

test('GET /api/openapi.json shows strangers the public part, and the owner everything', async () => {
  await using server = await testApp()
  const owner = await signIn(server)
  const read = async (cookie: string) =>
    (await server.app.inject({ url: '/api/openapi.json', headers: { cookie } })).json()

  for (const cookie of ['', `firstchair_admin=${'x'.repeat(43)}`]) {
    const description = await read(cookie)
    expect(Object.keys(description.paths).sort()).toEqual([
      '/api/admin/session',
      '/api/admin/session/link',
      '/api/admin/session/link/use',
      '/api/admin/session/passkey',
      '/api/admin/session/passkey/options',
      '/api/contact',
      '/api/events',
      '/api/invitation',
      '/api/invitation-redemptions',
      '/api/invitation/accept',
      '/api/place',
      '/api/place-codes',
      '/api/place-links',
      '/api/place/board',
      '/api/place/confirm',
      '/api/place/email',
      '/api/place/export',
      '/api/place/invitation',
      '/api/place/link',
      '/api/place/mail',
      '/api/reach/{nonce}',
      '/api/referral-codes/{code}',
      '/api/referral-rule',
      '/api/waitlist/count',
      '/api/waitlist/entries',
      '/api/waitlist/stamp',
      '/l/{token}',
      '/unsubscribe',
    ])
    expect(JSON.stringify(description)).not.toMatch(/summary|functions|mail-events/i)
  }
  const { paths } = await read(owner.cookie)
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/api/waitlist/entries', '/api/admin/summary', '/functions/v1/add-to-notion']),
  )
  expect(paths['/api/admin/summary'].get.security).toEqual([{ session: [] }])
})

test('GET /api/waitlist/count may be cached for a few seconds, and answers with an error while the database is unavailable', async () => {
  await using server = await testApp()
  expect((await server.app.inject('/api/waitlist/count')).headers['cache-control']).toBe('public, max-age=5')

  await using away = await testApp()
  await away.rows('alter table waitlist_counter rename to elsewhere')
  const answer = await away.app.inject('/api/waitlist/count')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ error: { code: 'unavailable' } })
})
