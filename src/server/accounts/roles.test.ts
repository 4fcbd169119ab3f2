import { expect, test } from 'vitest'
import { hasRole, ROLES } from '#shared/owner/accounts.ts'
import { dayOf } from '#shared/values/days.ts'
import { ACT_RIGHTS } from '#shared/list/act-rights.ts'
import { ROUTES } from '#shared/routes.ts'
import { CALLS } from '../api/calls.ts'
import type { Route } from '#shared/routes/route.ts'
import { colleague } from '../../../test/people/colleague.ts'
import { signIn } from '../../../test/people/owner.ts'
import { until } from '../../../test/servers/process.ts'
import { routesOf } from '../../../test/routes.ts'
import { testApp } from '../../../test/test-app.ts'
import { rightOf } from '../http/route.ts'

const SOMEBODY = '01890a5d-ac96-774b-bcce-b302099a8057'

/** The calls that need an account, with the right of each. */
const GUARDED = Object.values<Route>({ ...ROUTES, ...CALLS }).flatMap((called) => {
  const right = rightOf(called)
  const url = called.path.replaceAll(/:\w+/g, SOMEBODY)
  return right ? [{ method: called.method, url, right }] : []
})

test('the server has every call of the table, and no other that needs an account', async () => {
  await using app = await testApp()
  const served = routesOf(app.app).filter(([method, url]) => method !== 'HEAD' && !url.endsWith('*'))
  const calls = Object.values<Route>({ ...ROUTES, ...CALLS }).map(
    ({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, 'some-value')}`,
  )
  const names = served.map((served) => served.join(' '))
  expect(calls.filter((call) => !names.includes(call))).toEqual([])
  const ofOwners = names.filter((name) => /^\w+ \/(api\/admin|functions)\//.test(name))
  expect(ofOwners.filter((name) => !calls.includes(name))).toEqual([])
})

test('every route lets in the roles of the table, and refuses the others before it reads what they sent', async () => {
  await using app = await testApp()
  await signIn(app)
  expect(GUARDED.length).toBeGreaterThan(60)
  for (const role of ROLES) {
    const somebody = await colleague(app, role)
    for (const { method, url, right } of GUARDED) {
      // An event stream does not end: see live.test.ts.
      const isStream = url === '/api/admin/live'
      if (isStream && hasRole(role, right.role)) continue
      const answer = await somebody.call(method, url)
      const code = codeOf(answer)
      expect({ role, method, url, isRefused: code === 'role-needed' }).toEqual({
        role,
        method,
        url,
        isRefused: !hasRole(role, right.role),
      })
      expect([url, answer.statusCode === 401]).toEqual([url, false])
    }
  }
})

test('routes with a right of proof ask for the password again after a while, and are open after it', async () => {
  await using app = await testApp()
  const { cookie } = await signIn(app)
  const owner = await colleague(app, 'owner')
  await owner.waitLong()
  for (const { method, url, right } of GUARDED) {
    if (!right.proof) continue
    expect([url, codeOf(await owner.call(method, url))]).toEqual([url, 'password-needed'])
  }
  expect((await owner.call('GET', '/api/admin/session')).json().proven).toBe(false)
  expect((await owner.call('POST', '/api/admin/session/proof', { password: 'wrong' })).statusCode).toBe(403)
  expect((await owner.call('GET', '/api/admin/entries.csv')).statusCode).toBe(403)

  expect(
    (await owner.call('POST', '/api/admin/session/proof', { password: 'the chair by the window' })).statusCode,
  ).toBe(204)

  expect((await owner.call('GET', '/api/admin/entries.csv')).statusCode).toBe(200)
  // A proof counts only in its own session.
  await app.rows(`update admin_sessions set proven_at = now() - interval '1 hour' where account_id <> '${owner.id}'`)
  const other = await app.app.inject({ url: '/api/admin/entries.csv', headers: { cookie } })
  expect(other.json().error.code).toBe('password-needed')
})

test('each kind of act needs its role, to make it, to undo it and to stop it', async () => {
  await using app = await testApp()
  await signIn(app)
  const { email } = (await app.joinMany(1))[0]!
  const { id } = await app.entry(email)
  const people = { reader: await colleague(app, 'reader'), manager: await colleague(app, 'manager') }
  const owner = await colleague(app, 'owner')
  const erase = { kind: 'erase', select: { ids: [id] } }
  const tag = { kind: 'tag', tag: 'vip', select: { ids: [id] } }
  const act = async (who: typeof owner, body: object) => who.call('POST', '/api/admin/acts', body)

  expect(codeOf(await act(people.reader, tag))).toBe('role-needed')
  expect(codeOf(await act(people.manager, erase))).toBe('role-needed')
  // Whoever reads the new mailbox can erase.
  const correct = { kind: 'correct-email', email: 'mine@example.com', select: { ids: [id] } }
  expect(codeOf(await act(people.manager, correct))).toBe('role-needed')
  const tagged = (await act(owner, tag)).json().act_id
  expect(codeOf(await people.reader.call('POST', `/api/admin/acts/${tagged}/undo`))).toBe('role-needed')
  expect((await people.manager.call('POST', `/api/admin/acts/${tagged}/undo`)).statusCode).toBe(202)

  const rule = { kind: 'referral-rule', select: { ids: [] }, places: 3, cap: null, applies_to: 'new' }
  const [ruled] = await app.rows(
    `insert into acts (id, kind, selection, params, facet, actor, state) values ($1, $2, '{}', '{}', 'rule', 'x', 'running') returning id`,
    SOMEBODY,
    rule.kind,
  )
  expect(codeOf(await people.manager.call('POST', `/api/admin/acts/${ruled.id}/stop`))).toBe('role-needed')

  await owner.waitLong()
  expect(codeOf(await act(owner, erase))).toBe('password-needed')
  expect(codeOf(await act(owner, correct))).toBe('password-needed')
  expect(ACT_RIGHTS.erase).toEqual({ role: 'owner', proof: true })
  expect(await app.rows('select kind from acts order by id')).toHaveLength(3)
})

test('acts and notes name their account', async () => {
  await using app = await testApp()
  await signIn(app)
  const { email } = (await app.joinMany(1))[0]!
  const { id } = await app.entry(email)
  const robin = await colleague(app, 'manager', 'robin@example.com')
  const note = { kind: 'note', text: 'Called back', select: { ids: [id] } }

  await robin.call('POST', '/api/admin/acts', note)

  const account = { id: robin.id, name: 'robin' }
  const { acts } = (await robin.call('GET', '/api/admin/acts')).json()
  expect(acts).toMatchObject([{ kind: 'note', account }])
  const today = dayOf(new Date(acts[0].created_at), 'Europe/London')
  const filtered = async (query: string) => (await robin.call('GET', `/api/admin/acts?${query}`)).json().acts.length
  for (const query of [`account=${robin.id}`, 'kind=note', `day=${today}`])
    expect([query, await filtered(query)]).toEqual([query, 1])
  for (const query of [`account=${id}`, 'kind=tag', 'day=2020-02-20'])
    expect([query, await filtered(query)]).toEqual([query, 0])
  const { history } = (await robin.call('GET', `/api/admin/entries/${id}`)).json()
  expect(history.notes).toMatchObject([{ text: 'Called back', account }])
  expect(history.acts).toMatchObject([{ account }])
})

test('an account that is disabled, and one whose role shrinks, lose what they have at once', async () => {
  await using app = await testApp()
  await signIn(app)
  const robin = await colleague(app, 'manager')
  expect((await robin.call('GET', '/api/admin/messages')).statusCode).toBe(200)
  await robin.change(`role = 'reader'`)
  expect(codeOf(await robin.call('GET', '/api/admin/messages'))).toBe('role-needed')
  await robin.change(`role = 'manager', disabled_at = now()`)
  expect((await robin.call('GET', '/api/admin/summary')).statusCode).toBe(401)
  const again = await app.app.inject({
    method: 'POST',
    url: '/api/admin/session',
    payload: { email: robin.email, password: 'the chair by the window' },
  })
  expect(again.json().error.code).toBe('wrong-password')
})

test('a running export of a disabled account breaks off', async () => {
  await using app = await testApp()
  await signIn(app)
  const robin = await colleague(app, 'manager')
  await app.joinMany(3)
  const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
  await using holder = Object.assign(await app.pool.connect(), {
    [Symbol.asyncDispose]: async () => holder.release(),
  })
  // The export waits here for its first page.
  await holder.query('begin; lock table mail_opt_outs in access exclusive mode')
  const answer = await fetch(`${base}/api/admin/entries.csv`, { headers: { cookie: robin.cookie } })
  expect(answer.status).toBe(200)

  await robin.change('disabled_at = now()')
  await holder.query('commit')

  await expect(answer.text()).rejects.toThrow('terminated')
})

test('a role that is taken away while a request runs does not count for its act', async () => {
  await using app = await testApp()
  await signIn(app)
  const { email } = (await app.joinMany(1))[0]!
  const { id } = await app.entry(email)
  const robin = await colleague(app, 'manager')
  await using holder = Object.assign(await app.pool.connect(), {
    [Symbol.asyncDispose]: async () => holder.release(),
  })
  await holder.query(`begin; update accounts set role = 'reader' where id = '${robin.id}'`)
  const waiting = robin.call('POST', '/api/admin/acts', { kind: 'tag', tag: 'vip', select: { ids: [id] } })
  await until(
    async () =>
      (await app.rows(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
        .length > 0,
  )
  await holder.query('commit')

  expect(codeOf(await waiting)).toBe('role-needed')
  expect(await app.rows('select from acts')).toEqual([])
})

function codeOf(answer: { body: string; headers: Record<string, unknown> }): string | undefined {
  return String(answer.headers['content-type']).includes('json') ? JSON.parse(answer.body).error?.code : undefined
}
