import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { signIn } from '../../../test/people/owner.ts'
import { routesOf } from '../../../test/routes.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'
import { longTest } from '../../../test/runs.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }
const ENTRIES = { method: 'POST', url: '/api/waitlist/entries' } as const

test.each([
  ['https://waitlist.example', 'max-age=31536000'],
  ['http://localhost', undefined],
])('every answer of %s forbids guessing types, and those over HTTPS ask for HTTPS', async (publicUrl, transport) => {
  await using app = await testApp({ publicUrl })
  const owner = await signIn(app)
  const headers = { cookie: owner.cookie }
  const requests = [
    [200, { url: '/healthz' }],
    [200, { url: '/api/waitlist/count' }],
    [200, { method: 'HEAD', url: '/api/waitlist/count' }],
    [201, { ...ENTRIES, payload: joinRequest() }],
    [204, { method: 'DELETE', url: '/api/admin/session' }],
    [200, { url: '/api/admin/entries', headers }],
    [200, { url: '/api/admin/entries.csv', headers }],
    [400, { ...ENTRIES, payload: {} }],
    [400, { ...ENTRIES, headers: JSON_TYPE, payload: '{' }],
    [401, { url: '/api/admin/summary' }],
    [404, { url: '/api/nothing' }],
    [404, { url: '/api/%ff' }],
    [404, { url: `/api/admin/entries/${'x'.repeat(300)}`, headers }],
    [404, { method: 'OPTIONS', url: '/api/waitlist/entries' }],
    [413, { ...ENTRIES, headers: JSON_TYPE, payload: `"${'x'.repeat(100_000)}"` }],
    [415, { ...ENTRIES, headers: FORM_TYPE, payload: 'a=b' }],
  ] as const
  for (const [status, request] of requests) {
    const answer = await app.app.inject(request)
    expect({
      request,
      status: answer.statusCode,
      types: answer.headers['x-content-type-options'],
      transport: answer.headers['strict-transport-security'],
    }).toEqual({ request, status, types: 'nosniff', transport })
  }
})

longTest('JSON that is nested deeply fails at no route', async () => {
  const secret = 'a-secret-of-32-characters-12345678'
  await using app = await testApp({ mailEventsSecret: secret, metricsToken: secret, productSecret: secret })
  const { cookie, get } = await signIn(app)
  const headers = { ...JSON_TYPE, cookie, authorization: `Bearer ${secret}` }
  const deep = '['.repeat(15_000) + ']'.repeat(15_000)
  const less = '['.repeat(7_500) + ']'.repeat(7_500)
  const fields = new Set(
    JSON.stringify((await get('/api/openapi.json')).json()).match(/(?<=")\w+(?=":\{"(type|anyOf|oneOf)")/g),
  )
  expect(fields.size).toBeGreaterThan(50)
  const select = `{"ids":["${randomUUID()}"]}`
  const bodies = [
    deep,
    '{"a":'.repeat(8_000) + '1' + '}'.repeat(8_000),
    ...chunksOf([...fields], 4).map((some) => `{${some.map((field) => `"${field}":${less}`).join()}}`),
    `{"kind":"tag","select":${deep},"tag":"a"}`,
    `{"kind":"tag","select":{"filters":${deep}},"tag":"a"}`,
    `{"kind":"tag","select":${select},"tag":${deep}}`,
    `{"kind":"trust-rule","select":${select},"rule":${deep}}`,
  ]
  const failures = []
  for (const [method, url] of routesOf(app.app)) {
    if (method === 'GET' || method === 'HEAD') continue
    for (const payload of bodies) {
      const { statusCode, body } = await app.app.inject({ method, url, headers, payload })
      if (statusCode >= 500) failures.push({ method, url, payload: payload.slice(0, 80), body })
    }
  }
  expect(failures).toEqual([])
})

test('the live events forbid caching too', async () => {
  await using app = await testApp()
  const { cookie } = await signIn(app)
  const abort = new AbortController()
  const live = await fetch(`${await listen(app)}/api/admin/live`, { headers: { cookie }, signal: abort.signal })
  abort.abort()

  expect(live.headers.get('x-content-type-options')).toBe('nosniff')
})

test('bytes that are not valid HTTP get the usual error shape', async () => {
  await using app = await testApp()
  await listen(app)

  const broken = await send(app, 'nonsense\r\n\r\n')
  const endless = await send(app, `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)

  expect(broken).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(endless).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
  for (const answer of [broken, endless]) {
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toContain('x-content-type-options: nosniff')
    expect(JSON.parse(body)).toEqual({ error: { code: 'invalid-input', message: expect.any(String) } })
  }
})

test('a body that is too long is read to its end, so that a proxy that still sends it gets the answer', async () => {
  await using app = await testApp()
  await listen(app)

  const head = `POST ${ENTRIES.url} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`
  const long = `${head}content-length: 5000000\r\n\r\n${'x'.repeat(5_000_000)}`
  const answers = await send(app, `${long}GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)

  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
})

test.each([
  ['two hosts', 'host: one.example\r\nHost: two.example\r\n', 400],
  ['the same host twice', 'host: one.example\r\nhost: one.example\r\n', 400],
  ['no host', '', 400],
  ['one host', 'Host: one.example\r\n', 200],
])('a request with %s', async (_what, hosts, status) => {
  await using app = await testApp()
  await listen(app)

  const answer = await send(app, `GET /healthz HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`)

  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  if (hosts && status === 400) expect(answer).toContain('host must be sent once.')
})

function chunksOf<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size).slice(0, size))
}

async function listen({ app }: TestApp): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Sends raw bytes, and resolves to everything that comes back. */
async function send({ app }: TestApp, bytes: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}
