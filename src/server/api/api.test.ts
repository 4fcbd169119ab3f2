import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { CALLS } from './calls.ts'
import { SCOPES } from '#shared/programs/keys.ts'
import { colleague } from '../../../test/people/colleague.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { keyOwner, program } from '../../../test/people/key-owner.ts'
import { mailingApp } from '../../../test/mailing-app.ts'
import { OWNER_PASSWORD } from '../../../test/people/owner-password.ts'
import { routesOf } from '../../../test/routes.ts'
import { slowRequest } from '../../../test/servers/slow-request.ts'
import { joinRequest, testApp } from '../../../test/test-app.ts'
import { holdServices } from '../outbox/service-queries.ts'
import { putSettingsInForce, recountAll } from '../trust/keep-rule.ts'

const SOMEBODY = '01890a5d-ac96-774b-bcce-b302099a8057'
const once = (key: string) => ({ 'idempotency-key': key })

test('a key lets a program do what its scopes name, and nothing else', async () => {
  await using app = await testApp()
  const owner = await keyOwner(app)
  const routes = routesOf(app.app)
    .filter(([, url]) => url.startsWith('/api/v1/') && !/openapi.json$|[*]$/.test(url))
    .map(([method, url]) => [method, url.replace('some-value', SOMEBODY)] as const)
  expect(routes.filter(([method]) => method !== 'HEAD')).toHaveLength(Object.keys(CALLS).length)
  const scopeOf = (method: string, url: string) =>
    url.includes('/hooks')
      ? 'read'
      : ({ GET: 'read', HEAD: 'read', DELETE: 'erase', PATCH: 'write' }[method] ??
        (url.endsWith('/entries') ? 'join' : null))

  for (const scope of SCOPES) {
    const { call } = await owner.makeKey([scope])
    for (const [method, url] of routes) {
      const needed = scopeOf(method, url)
      if (needed === null) continue
      const answer = await call(method as 'GET', url)
      const isRefused = answer.statusCode === 403
      expect({ scope, method, url, isRefused }).toEqual({ scope, method, url, isRefused: scope !== needed })
    }
    const select = { filters: { tag: 'nobody' } }
    const acts = {
      tag: { tag: 'x' },
      note: { text: 'x' },
      accept: {},
      reject: {},
      hold: {},
      'call-back': {},
      erase: {},
    }
    for (const [kind, fields] of Object.entries(acts)) {
      const needed = { 'call-back': 'invite', erase: 'erase' }[kind] ?? 'write'
      const answer = await call('POST', '/api/v1/acts', { kind, select, ...fields })
      expect([scope, kind, answer.statusCode]).toEqual([scope, kind, scope === needed ? 202 : 403])
    }
  }
})

test('a key is shown once, and stands in no table, log line or answer', async () => {
  const lines: string[] = []
  await using app = await testApp({ log: (line) => lines.push(line) })
  const owner = await keyOwner(app)
  const { key, call, join } = await owner.makeKey(['read', 'join'])
  expect(key).toMatch(/^fc_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/)

  expect((await join()).statusCode).toBe(201)
  const answers = [
    await call('GET', '/api/v1/entries'),
    await call('GET', `/api/v1/entries?q=${key}`),
    await call('GET', `/api/v1/${key}`),
    await call('POST', '/api/v1/entries', { email: key }),
    await call('GET', '/api/v1/entries', undefined, { host: 'x'.repeat(300) }),
    await owner.get('/api/admin/keys'),
  ]
  // A statement that fails is logged.
  await app.rows('alter table waitlist_entries rename to broken')
  answers.push(await call('GET', '/api/v1/entries'))
  await app.rows('alter table broken rename to waitlist_entries')

  const tables = await app.rows(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const rows = await Promise.all(tables.map(({ name }) => app.rows(`select * from ${name}`)))
  const secret = key.split('_')[2]!
  expect(lines.join('')).toContain('relation')
  for (const text of [lines.join(''), JSON.stringify(rows), ...answers.map(({ body }) => body)])
    expect(text).not.toContain(secret)
  expect(answers.at(-2)!.json().keys).toMatchObject([
    {
      name: 'A program',
      prefix: key.slice(0, 11),
      scopes: ['read', 'join'],
      state: 'active',
      used_at: expect.any(String),
    },
  ])
})

test('a key that may write but not erase corrects no email, because whoever reads the new mailbox can erase', async () => {
  await using app = await testApp()
  const owner = await keyOwner(app)
  const email = 'ada@example.com'
  await app.join({ email })
  const { id } = await app.entry(email)
  const change = { email: 'mine@example.com' }

  const refused = await (await owner.makeKey(['read', 'write'])).call('PATCH', `/api/v1/entries/${id}`, change)

  expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'scope-needed'])
  expect(await app.entry(email)).toMatchObject({ id })
  const both = await owner.makeKey(['write', 'erase'])
  expect((await both.call('PATCH', `/api/v1/entries/${id}`, change)).statusCode).toBe(200)
})

test('a key that is wrong, over, revoked or whose account is no enabled owner opens nothing', async () => {
  await using app = await testApp()
  const owner = await keyOwner(app)
  const status = async (key: string) => (await program(app, key).call('GET', '/api/v1/entries')).statusCode
  const { id, key } = await owner.makeKey(['read'])
  const changed = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
  for (const wrong of ['', 'x', changed, key.slice(1), `${key}0`, key.toLowerCase()])
    expect(await status(wrong)).toBe(401)
  expect((await app.app.inject(`/api/v1/entries?key=${key}`)).json().error.code).toBe('key-needed')
  expect((await app.app.inject({ url: '/api/v1/entries', headers: { cookie: owner.cookie } })).statusCode).toBe(401)

  const ending = await owner.makeKey(['read'], { days: 1 })
  expect(await status(ending.key)).toBe(200)
  await app.rows(`update api_keys set expires_at = now() where id = $1`, ending.id)
  expect(await status(ending.key)).toBe(401)

  const other = await colleague(app, 'owner')
  const made = (await other.call('POST', '/api/admin/keys', { name: 'x', scopes: ['read', 'write'] })).json()
  for (const [sets, expected] of [
    [`role = 'manager'`, 401],
    [`role = 'owner'`, 200],
    [`disabled_at = now()`, 401],
  ] as const) {
    await other.change(sets)
    expect([sets, await status(made.key)]).toEqual([sets, expected])
  }
  expect((await owner.get('/api/admin/keys')).json().keys.map((one: { state: string }) => one.state)).toEqual([
    'stopped',
    'expired',
    'active',
  ])

  expect((await owner.revoke(id)).statusCode).toBe(204)
  expect(await status(key)).toBe(401)
  expect((await owner.revoke(id)).statusCode).toBe(404)
})

test('a key that is revoked while a request is being sent changes nothing', async () => {
  await using app = await testApp()
  const owner = await keyOwner(app)
  const { id, key } = await owner.makeKey(['join'])
  const headers = { authorization: `Bearer ${key}` }
  const slow = await slowRequest(app.app, { method: 'POST', url: '/api/v1/entries', headers, payload: joinRequest() })
  await expect.poll(() => app.rows('select from api_keys where used_at is not null')).toHaveLength(1)

  await owner.revoke(id)

  expect((await slow.finish()).status).toBe(401)
  expect(await app.rows('select from waitlist_entries')).toEqual([])
})

test('the keys of a restored list work again once an owner releases it', async () => {
  await using app = await testApp()
  const owner = await keyOwner(app)
  const { call } = await owner.makeKey(['read'])
  await holdServices(app.pool, new Date())
  expect((await call('GET', '/api/v1/entries')).json().error.code).toBe('list-held')

  await owner.post('/api/admin/integrations/release')

  expect((await call('GET', '/api/v1/entries')).statusCode).toBe(200)
})

test('making and revoking keys needs a recent proof', async () => {
  await using app = await testApp()
  const owner = await keyOwner(app)
  const { id } = await owner.makeKey(['read'])
  await app.rows(`update admin_sessions set proven_at = now() - interval '1 hour'`)
  expect((await owner.post('/api/admin/keys', { name: 'x', scopes: ['read'] })).json().error.code).toBe(
    'password-needed',
  )
  expect((await owner.revoke(id)).json().error.code).toBe('password-needed')
  await owner.post('/api/admin/session/proof', { password: OWNER_PASSWORD })
  expect((await owner.revoke(id)).statusCode).toBe(204)
  for (const body of [
    { name: '', scopes: ['read'] },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['all'] },
  ])
    expect((await owner.post('/api/admin/keys', body)).statusCode).toBe(400)
})

test('a key calls 600 times a minute, and the next call is told when to come back', async () => {
  await using app = await testApp({ rateLimit: true })
  const owner = await keyOwner(app)
  const busy = await owner.makeKey(['read'])
  const other = await owner.makeKey(['read'])
  for (let calls = 0; calls < 600; calls += 50)
    await Promise.all(Array.from({ length: 50 }, () => busy.call('GET', '/api/v1/waves')))

  const refused = await busy.call('GET', '/api/v1/waves')
  expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'rate-limited'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await other.call('GET', '/api/v1/waves')).statusCode).toBe(200)
})

test('a request with an Idempotency-Key is done once, whatever happens in between', async () => {
  await using app = await testApp()
  const { call, join, id: keyId } = await (await keyOwner(app)).makeKey([...SCOPES])
  const first = await join({ email: 'mia@example.com' }, once('a'))
  const again = await join({ email: 'mia@example.com' }, once('a'))
  expect([first.statusCode, again.statusCode]).toEqual([201, 201])
  expect(again.json()).toEqual(first.json())
  expect((await join({ email: 'leo@example.com' }, once('a'))).json().error.code).toBe('key-reused')

  const { id } = first.json()
  const note = () => call('PATCH', `/api/v1/entries/${id}`, { note: 'Called twice' }, once('b'))
  const notes = await Promise.all([note(), note(), note()])
  expect(notes.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true)
  expect((await note()).json().entry.id).toBe(id)
  expect(await app.rows('select text from entry_notes')).toEqual([{ text: 'Called twice' }])

  // The server was killed after the act and before its answer was stored.
  const tag = () => call('POST', '/api/v1/acts', { kind: 'tag', select: { ids: [id] }, tag: 'x' }, once('c'))
  const made = (await tag()).json()
  const killed = `update api_answers set status = null, body = null, busy_until = now() + $1::interval where act_id = $2`
  await app.rows(killed, '1 minute', made.act_id)
  expect((await tag()).json().error.code).toBe('key-busy')
  await app.rows(killed, '0 seconds', made.act_id)
  expect((await tag()).json()).toEqual(made)
  expect(await app.rows(`select id from acts where kind = 'tag'`)).toEqual([{ id: made.act_id }])

  // The answer to a failed request is not stored under its key.
  const unknown = () => call('PATCH', `/api/v1/entries/${SOMEBODY}`, { add_tag: 'x' }, once('d'))
  expect([(await unknown()).statusCode, (await unknown()).statusCode]).toEqual([404, 404])
  expect(keyId).toEqual(expect.any(String))
})

test('erasing a person erases the stored answers about them, and a request that is sent again does not bring them back', async () => {
  await using app = await testApp()
  const { call, join } = await (await keyOwner(app)).makeKey([...SCOPES])
  const email = 'mia.moss@example.com'
  const { id } = (await join({ email }, once(email))).json()
  await call('PATCH', `/api/v1/entries/${id}`, { note: 'Likes mia.moss' }, once('n'))
  expect(JSON.stringify(await app.rows('select * from api_answers'))).toContain(email)
  const erased = await call('DELETE', `/api/v1/entries/${id}`, undefined, once('e'))
  expect(erased.statusCode).toBe(202)

  expect((await call('GET', `/api/v1/acts/${erased.json().act_id}`)).json()).toMatchObject({
    state: 'done',
    changed: 1,
  })
  expect((await join({ email }, once(email))).json().error.code).toBe('erased')
  expect((await call('GET', `/api/v1/entries/${id}`)).statusCode).toBe(410)
  expect((await call('DELETE', `/api/v1/entries/${id}`, undefined, once('e'))).json()).toEqual(erased.json())
  const stored = JSON.stringify(await app.rows('select * from api_answers'))
  expect(stored).not.toContain('mia')
  expect(await app.verify()).toEqual([])
})

test('people who join by a key never use the first ten places, and count once they are proven', async () => {
  await using app = await testApp()
  await putSettingsInForce(app.pool, 2)
  const { call, join } = await (await keyOwner(app)).makeKey([...SCOPES])
  const [inviter] = await app.joinMany(1)
  const used_referral_code = inviter!.referral_code
  const byKey = (await join({ used_referral_code })).json()
  await join({ used_referral_code })
  expect((await app.entry(inviter!.email)).referrals).toBe(0)
  for (let friend = 0; friend < 3; friend += 1) await app.join({ used_referral_code })

  expect(await app.entry(inviter!.email)).toMatchObject({ referrals: 2, unproven_friends: 2 })
  expect(await app.verify()).toEqual([])
  await call('PATCH', `/api/v1/entries/${(await app.entry(inviter!.email)).id}`, { decision: 'accept' })
  await call('PATCH', `/api/v1/entries/${byKey.id}`, { decision: 'accept' })
  expect(await app.entry(inviter!.email)).toMatchObject({ referrals: 3, unproven_friends: 2 })
  expect(await app.verify()).toEqual([])

  await putSettingsInForce(app.pool, null)
  await recountAll(app.pool)
  await call('PATCH', `/api/v1/entries/${byKey.id}`, { decision: 'hold' })
  await call('PATCH', `/api/v1/entries/${byKey.id}`, { decision: 'accept' })
  expect((await app.entry(inviter!.email)).referrals).toBe(5)
})

test('while addresses are confirmed, a program is told so, and the press in the mail is the join', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { mustConfirm: true })
  const { join } = await (await keyOwner(app)).makeKey(['join'])
  const answer = await join({ email: 'mia@example.com' })
  expect([answer.statusCode, answer.json()]).toEqual([202, { check_inbox: true }])
  await expect.poll(() => smtp.mails.length, { timeout: 60_000 }).toBe(1)
  expect(smtp.mails[0]!.text).toContain('/confirm#')
})

test('bad input names its field, and pages follow one another', async () => {
  await using app = await testApp()
  const { call, join } = await (await keyOwner(app)).makeKey([...SCOPES])
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) await join({ email })
  const [{ id }] = await app.rows(`select id from waitlist_entries where email = 'a@example.com'`)
  const faults = [
    ['GET', '/api/v1/entries?sourc=x', undefined, 'query'],
    ['GET', '/api/v1/entries?limit=201', undefined, 'limit'],
    ['GET', '/api/v1/entries?cursor=x', undefined, 'cursor'],
    ['GET', '/api/v1/entries/x', undefined, 'id'],
    ['PATCH', `/api/v1/entries/${id}`, {}, 'body'],
    ['PATCH', `/api/v1/entries/${id}`, { add_tag: 'x', note: 'y' }, 'body'],
    ['POST', '/api/v1/acts', { kind: 'publish', select: {} }, 'kind'],
    ['POST', '/api/v1/acts', { kind: 'tag', tag: 'x', select: { filters: {}, code: 'ABCDEF' } }, 'select'],
    ['POST', '/api/v1/acts', { kind: 'accept', select: { ids: [randomUUIDv7()] } }, 'select.ids'],
  ] as const
  for (const [method, url, body, field] of faults) {
    const answer = await call(method, url, body)
    expect([url, answer.statusCode, Object.keys(answer.json().error.fields)]).toEqual([url, 400, [field]])
  }
  const page = (await call('GET', '/api/v1/entries?sort=email&limit=2')).json()
  const rest = (await call('GET', `/api/v1/entries?sort=email&limit=2&cursor=${page.next_cursor}`)).json()
  const emails = [...page.entries, ...rest.entries].map(({ email }: { email: string }) => email)
  expect([emails, rest.next_cursor]).toEqual([['a@example.com', 'b@example.com', 'c@example.com'], null])
})
