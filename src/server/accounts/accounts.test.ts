import { expect, test } from 'vitest'
import { colleague } from '../../../test/people/colleague.ts'
import { OWNER_PASSWORD } from '../../../test/people/owner-password.ts'
import { signIn } from '../../../test/people/owner.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { describeRestoredAccounts } from './accounts.ts'
import { ensureAccess, makeLink } from './invitations.ts'
import { renewPassword } from './password.ts'

const CHOSEN = 'a password of my own'
const codeOf = (answer: { body: string }) => (answer.body ? JSON.parse(answer.body).error?.code : undefined)

function use({ app }: TestApp, token: string, more: object = {}) {
  const payload = { token, password: CHOSEN, ...more }
  return app.inject({ method: 'POST', url: '/api/admin/session/link/use', payload })
}

function enter({ app }: TestApp, email: string | undefined, password: string) {
  return app.inject({ method: 'POST', url: '/api/admin/session', payload: { ...(email && { email }), password } })
}

async function invited(app: TestApp, role = 'reader', email = 'robin@example.com') {
  await signIn(app)
  const owner = await colleague(app, 'owner')
  const answer = await owner.call('POST', '/api/admin/accounts/invitations', { name: 'Robin', email, role })
  const { link, mailed } = answer.json()
  return { owner, link, mailed, token: String(link).split('=')[1]! }
}

test('an invitation is a link for one use, with which a colleague chooses a password and is signed in', async () => {
  await using app = await testApp()
  const { link, mailed, token } = await invited(app)
  expect([link, mailed]).toEqual([expect.stringMatching(/^http:\/\/localhost\/admin#invitation=[\w-]{43}$/), false])
  const read = () => app.app.inject({ method: 'POST', url: '/api/admin/session/link', payload: { token } })
  expect((await read()).json()).toEqual({ purpose: 'invitation', name: 'Robin', email: 'robin@example.com' })

  const answers = await Promise.all([use(app, token), use(app, token, { email: 'somebody@example.com' })])

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 410])
  expect((await read()).json().error.code).toBe('link-over')
  const cookie = String(answers.find(({ statusCode }) => statusCode === 204)!.headers['set-cookie']).split(';')[0]!
  const state = (await app.app.inject({ url: '/api/admin/session', headers: { cookie } })).json()
  expect(state).toMatchObject({ authenticated: true, account: { email: 'robin@example.com', role: 'reader' } })
  expect((await enter(app, 'Robin@Example.com', CHOSEN)).statusCode).toBe(204)
  expect((await enter(app, 'somebody@example.com', CHOSEN)).statusCode).toBe(401)
})

test('an invitation that is too old, replaced, or of a disabled account opens nothing', async () => {
  await using app = await testApp()
  const { owner, token } = await invited(app)
  await app.rows(`update account_links set expires_at = now()`)
  expect(codeOf(await use(app, token))).toBe('link-over')
  const { accounts } = (await owner.call('GET', '/api/admin/accounts')).json()
  const { id } = accounts.find(({ state }: { state: string }) => state === 'invited')
  const renew = async () =>
    String((await owner.call('POST', `/api/admin/accounts/${id}/link`)).json().link).split('=')[1]!
  const [former, current] = [await renew(), await renew()]
  expect(codeOf(await use(app, former))).toBe('link-over')
  await owner.call('PATCH', `/api/admin/accounts/${id}`, { disabled: true })
  expect(codeOf(await use(app, current))).toBe('link-over')
  expect(await app.rows('select from accounts where password is not null')).toHaveLength(2)
})

test('a link from another owner lets somebody choose a new password, which ends their sessions', async () => {
  await using app = await testApp()
  const { owner } = await invited(app)
  const robin = await colleague(app, 'manager', 'lost@example.com')
  const { link } = (await owner.call('POST', `/api/admin/accounts/${robin.id}/link`)).json()
  expect(link).toContain('/admin#recovery=')

  expect((await use(app, link.split('=')[1])).statusCode).toBe(204)

  expect((await robin.call('GET', '/api/admin/summary')).statusCode).toBe(401)
  expect((await enter(app, robin.email, OWNER_PASSWORD)).statusCode).toBe(401)
  expect((await enter(app, robin.email, CHOSEN)).statusCode).toBe(204)
})

test('a link is over once its account has another password, its own or the operator’s, or its sessions were ended', async () => {
  await using app = await testApp()
  const { owner } = await invited(app)
  const robin = await colleague(app, 'manager', 'lost@example.com')
  const linkOf = async (id: string) =>
    String((await owner.call('POST', `/api/admin/accounts/${id}/link`)).json().link).split('=')[1]!
  const [{ id: first }] = (await app.rows('select id from accounts where is_first')) as [{ id: string }]

  for (const [id, change] of [
    [robin.id, () => owner.call('DELETE', `/api/admin/accounts/${robin.id}/sessions`)],
    [
      robin.id,
      async () => {
        const cookie = String((await enter(app, robin.email, OWNER_PASSWORD)).headers['set-cookie']).split(';')[0]!
        const own = { method: 'PATCH', url: '/api/admin/account', payload: { password: CHOSEN } } as const
        expect((await app.app.inject({ ...own, headers: { cookie } })).statusCode).toBe(204)
      },
    ],
    [first, () => renewPassword(app.pool)],
    [first, () => ensureAccess(app.pool, 'from the settings')],
  ] as const) {
    const token = await linkOf(id)
    await change()
    expect(codeOf(await use(app, token))).toBe('link-over')
  }
})

test('the link of the setup makes the first account, once, and none of them is left afterwards', async () => {
  await using app = await testApp()
  const tokens = await Promise.all([1, 2].map(() => makeLink(app.pool, { purpose: 'setup', accountId: null })))
  expect(codeOf(await use(app, tokens[0]!))).toBe('invalid-input')

  const answers = await Promise.all(tokens.map((token) => use(app, token, { email: 'Owner@Example.com' })))

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 410])
  expect(await app.rows('select email, role, is_first from accounts')).toEqual([
    { email: 'owner@example.com', role: 'owner', is_first: true },
  ])
  // While there is only one account, a password without an email is enough.
  expect((await enter(app, undefined, CHOSEN)).statusCode).toBe(204)
})

test('of two owners who disable each other at once, one stays', async () => {
  await using app = await testApp()
  await signIn(app)
  await app.rows('update accounts set disabled_at = now()')
  const owners = [await colleague(app, 'owner', 'one@example.com'), await colleague(app, 'owner', 'two@example.com')]

  const answers = await Promise.all(
    owners.map((owner, index) =>
      owner.call('PATCH', `/api/admin/accounts/${owners[1 - index]!.id}`, { disabled: true }),
    ),
  )

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 401])
  expect(await app.rows('select from accounts where disabled_at is null')).toHaveLength(1)
})

test('the last owner who can sign in cannot be disabled, and cannot become a manager', async () => {
  await using app = await testApp()
  const { owner } = await invited(app, 'owner')
  await app.rows('update accounts set disabled_at = now() where is_first')
  for (const change of [{ disabled: true }, { role: 'manager' }])
    expect(codeOf(await owner.call('PATCH', `/api/admin/accounts/${owner.id}`, change))).toBe('last-owner')
  expect((await owner.call('GET', '/api/admin/accounts')).statusCode).toBe(200)
})

test('an own new password ends every other session, and a stolen cookie with them', async () => {
  await using app = await testApp()
  await signIn(app)
  const robin = await colleague(app, 'reader', 'robin@example.com')
  const stolen = String((await enter(app, robin.email, OWNER_PASSWORD)).headers['set-cookie']).split(';')[0]!
  const device = (await robin.call('GET', '/api/admin/account/sessions')).json().sessions
  expect(device.map(({ is_this }: { is_this: boolean }) => is_this).sort()).toEqual([false, true])

  const changed = await robin.call('PATCH', '/api/admin/account', { password: CHOSEN })

  expect(changed.statusCode).toBe(204)
  const cookie = String(changed.headers['set-cookie']).split(';')[0]!
  const status = async (cookie: string) =>
    (await app.app.inject({ url: '/api/admin/summary', headers: { cookie } })).statusCode
  expect([await status(cookie), await status(stolen), await status(robin.cookie)]).toEqual([200, 401, 401])
  expect(codeOf(await robin.call('PATCH', '/api/admin/account', { password: 'short' }))).toBe('unauthorized')
})

test('a password has 12 to 500 characters of any kind, and each of them counts', async () => {
  await using app = await testApp()
  const robin = await colleague(app, 'reader', 'robin@example.com')
  let current = OWNER_PASSWORD
  const change = async (password: string) => {
    const entered = await enter(app, robin.email, current)
    const headers = { cookie: String(entered.headers['set-cookie']).split(';')[0]! }
    return app.app.inject({ method: 'PATCH', url: '/api/admin/account', headers, payload: { password } })
  }
  for (const refused of ['only eleven', 'x'.repeat(501)])
    expect((await change(refused)).json().error.fields).toHaveProperty('password')
  for (const next of [
    'one word after another',
    '美容院の合言葉は長いほどよい',
    'Cafe\u0301, cafe\u0301, cafe\u0301',
    `${'long '.repeat(99)}long!`,
  ]) {
    expect((await change(next)).statusCode).toBe(204)
    expect((await enter(app, robin.email, next.slice(0, -1))).statusCode).toBe(401)
    current = next.normalize('NFC')
  }
  expect((await enter(app, robin.email, current)).statusCode).toBe(204)
})

test('a password that attackers try first is refused, in capitals too, and the old one stays', async () => {
  await using app = await testApp()
  const robin = await colleague(app, 'reader', 'robin@example.com')
  for (const password of ['qwerty123456', 'PasswordPassword', '1qaz2wsx3edc'])
    expect(codeOf(await robin.call('PATCH', '/api/admin/account', { password }))).toBe('common-password')
  expect((await enter(app, robin.email, OWNER_PASSWORD)).statusCode).toBe(204)
  expect((await robin.call('PATCH', '/api/admin/account', { password: CHOSEN })).statusCode).toBe(204)
})

test('an owner without an email cannot invite, and an email belongs to one account', async () => {
  await using app = await testApp()
  const { post, cookie } = await signIn(app)
  const invitation = { name: 'Robin', email: 'robin@example.com', role: 'reader' }
  expect(codeOf(await post('/api/admin/accounts/invitations', invitation))).toBe('email-missing')
  const change = { method: 'PATCH', url: '/api/admin/account', payload: { email: 'owner@example.com' } } as const
  expect((await app.app.inject({ ...change, headers: { cookie } })).statusCode).toBe(204)
  expect((await post('/api/admin/accounts/invitations', invitation)).statusCode).toBe(200)
  expect(codeOf(await post('/api/admin/accounts/invitations', { ...invitation, email: 'ROBIN@example.com' }))).toBe(
    'email-taken',
  )
  // A link to an account goes to exactly one address.
  for (const wrong of [
    { email: 'a@b.example, c@d.example' },
    { email: 'a@b@c.example' },
    { name: 'Robin\r\nBcc: a@b.example' },
  ]) {
    const refused = await post('/api/admin/accounts/invitations', { ...invitation, ...wrong })
    expect([refused.statusCode, Object.keys(refused.json().error.fields)]).toEqual([400, Object.keys(wrong)])
  }
  const spaced = { ...invitation, email: ' alex@example.com ' }
  expect((await post('/api/admin/accounts/invitations', spaced)).statusCode).toBe(200)
  // An open invitation does not change the sign-in page.
  expect((await app.app.inject('/api/admin/session')).json().asks_email).toBe(false)
})

test('a restore says who can sign in as in the backup, and who cannot', async () => {
  await using app = await testApp()
  expect(await describeRestoredAccounts(app.pool)).toContain('no account')
  await signIn(app)
  await colleague(app, 'manager', 'robin@example.com')
  await (await colleague(app, 'reader', 'gone@example.com')).change('disabled_at = now()')

  const text = await describeRestoredAccounts(app.pool)

  expect(text).toContain('\n- Owner, owner\n- robin <robin@example.com>, manager\n')
  expect(text).not.toContain('gone@example.com')
})

test('new passwords are hashed one at a time, and few wait', async () => {
  await using app = await testApp()
  const { patch } = await signIn(app)
  const change = () => patch('/api/admin/account', { password: 'the chair by the window' })

  const statuses = (await Promise.all(Array.from({ length: 30 }, change))).map(({ statusCode }) => statusCode)

  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10)
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(0)
})
