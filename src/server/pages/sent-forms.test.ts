import { expect, test } from 'vitest'
import { DIST } from '../../../test/servers/dist.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW'
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`
const PLAIN = 'text/plain; charset=utf-8'
type Fields = Record<string, string>

/** The body of a form of this type, as browsers write it. */
function bodyOf(type: string, fields: Fields): string {
  const lines = Object.entries(fields)
  if (type === PLAIN) return lines.map(([name, value]) => `${name}=${value}\r\n`).join('')
  const part = ([name, value]: string[]) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  return `${lines.map(part).join('')}--${BOUNDARY}--\r\n`
}

function send(
  { app }: TestApp,
  url: string,
  { type, fields, headers = {} }: { type: string; fields: Fields; headers?: Fields },
) {
  const payload = bodyOf(type, fields)
  return app.inject({ method: 'POST', url, payload, headers: { 'content-type': type, ...headers } })
}

test('a form of another site is read in each type that a browser can send', async () => {
  await using app = await testApp({ dist: DIST })
  for (const type of [MULTIPART, PLAIN]) {
    const begun = await send(app, '/join', { type, fields: { email: 'zoë=1@salon.example', ref: 'AB12CD' } })
    expect([type, begun.statusCode, begun.headers.location]).toEqual([type, 303, '/form'])
    const cookie = String(begun.headers['set-cookie']).split(';')[0]!
    const { body } = await app.app.inject({ url: '/form', headers: { cookie } })
    expect(body).toContain('value="zoë=1@salon.example"')
    expect(body).toContain('value="AB12CD"')

    const letter = { name: 'Zoë', email: 'zoe@salon.example', message: `Two\r\nlines` }
    const written = await send(app, '/contact', { type: MULTIPART, fields: letter })
    expect(written.statusCode).toBe(200)
    const wrong = await send(app, '/?ref=AB12CD', { type, fields: { email: 'zoe' } })
    expect([
      wrong.statusCode,
      wrong.body.includes('value="zoe"'),
      wrong.body.includes('name="ref" value="AB12CD"'),
    ]).toEqual([400, true, true])
  }
  expect(await app.rows('select distinct name, message from contact_messages')).toEqual([
    { name: 'Zoë', message: 'Two\nlines' },
  ])
  for (const url of ['/join', '/form', '/contact', '/place']) {
    const answer = await app.app.inject({
      method: 'POST',
      url,
      payload: '{"email":"a@b.example"}',
      headers: { 'content-type': 'application/json' },
    })
    expect([url, answer.statusCode]).toEqual([url, 400])
    expect(answer.body).not.toContain('JSON')
  }
})

test('the site itself is no source of visitors, whichever of its names they use', async () => {
  await using app = await testApp({ dist: DIST, publicUrl: 'https://list.example' })
  const sourceOf = async (origin: string, host: string) => {
    const headers = { origin, host }
    const begun = await send(app, '/join', { type: MULTIPART, fields: { email: 'ada@salon.example' }, headers })
    const cookie = String(begun.headers['set-cookie']).split(';')[0]!
    const { body } = await app.app.inject({ url: '/form', headers: { cookie } })
    const { utm, isElsewhere } = JSON.parse(/data-start="([^"]*)"/.exec(body)![1]!.replaceAll('&quot;', '"'))
    return [utm?.source ?? null, isElsewhere]
  }
  expect(await sourceOf('https://list.example', 'list.example')).toEqual([null, false])
  expect(await sourceOf('https://www.list.example', 'www.list.example')).toEqual([null, false])
  expect(await sourceOf('https://www.list.example', '10.0.0.7:4000')).toEqual([null, false])
  expect(await sourceOf('http://127.0.0.1:4000', '127.0.0.1:4000')).toEqual([null, false])
  expect(await sourceOf('https://blog.example', 'list.example')).toEqual(['blog.example', true])
})
