import { expect, test } from 'vitest'
import { colleague } from '../../../test/people/colleague.ts'
import { passkeyDevice, type Twist } from '../../../test/people/passkey.ts'
import {
  addPasskey as add,
  askToSignIn as ask,
  type Caller,
  enterWith as enter,
  OWN_PASSKEYS as OWN,
  PASSKEY_SIGN_IN as SIGN_IN,
  sendPasskey,
} from '../../../test/people/passkey-person.ts'
import { signIn } from '../../../test/people/owner.ts'
import { testApp } from '../../../test/test-app.ts'
import { renewPassword } from './password.ts'

type Person = Awaited<ReturnType<typeof colleague>>

const codeOf = (answer: { body: string }) => (answer.body ? JSON.parse(answer.body).error?.code : undefined)
const PROOF = '/api/admin/session/proof/passkey'

async function start(options: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(options)
  await signIn(app)
  return app
}

test('a passkey signs in to its account without an email, on any server, and shows when it was used', async () => {
  await using app = await start()
  await using other = await testApp({ beside: app })
  const robin = await colleague(app, 'reader')
  const phone = passkeyDevice()
  const door = async () => (await app.app.inject('/api/admin/session')).json().has_passkeys
  expect(await door()).toBe(false)

  expect((await add(robin, phone)).statusCode).toBe(204)

  expect(await door()).toBe(true)
  const { options, cookie } = await ask(app)
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
  const entered = await sendPasskey(other, { answer: phone.answer(options), cookie })
  expect(entered.statusCode).toBe(204)
  const session = String([entered.headers['set-cookie']].flat()[0]).split(';')[0]!
  const state = (await app.app.inject({ url: '/api/admin/session', headers: { cookie: session } })).json()
  expect(state).toMatchObject({ authenticated: true, proven: true, account: { id: robin.id } })
  expect((await robin.call('GET', OWN)).json()).toEqual({
    host: 'localhost',
    passkeys: [
      {
        id: expect.any(String),
        name: 'My phone',
        host: 'localhost',
        created_at: expect.any(String),
        used_at: expect.any(String),
        is_usable: true,
      },
    ],
  })
})

test('an answer of a passkey is good once, for the browser that asked, at this site, and from the person who holds it', async () => {
  await using app = await start()
  const robin = await colleague(app, 'reader')
  const [phone, stranger] = [passkeyDevice(), passkeyDevice()]
  await add(robin, phone)
  const refused = { statusCode: 403, code: 'wrong-passkey' }
  const outcome = (answer: { statusCode: number; body: string }) => ({
    statusCode: answer.statusCode,
    code: codeOf(answer),
  })

  const twists: Twist[] = [
    { origin: 'http://localhost.evil.example' },
    { origin: 'https://localhost' },
    { challenge: 'bm90IHlvdXIgY2hhbGxlbmdl' },
    { host: 'evil.example' },
    { isUnverified: true },
    { counter: 0 },
    { counter: 1 },
    { handle: Buffer.from(crypto.randomUUID()).toString('base64url') },
  ]
  for (const twist of twists) expect([twist, outcome(await enter(app, phone, twist))]).toEqual([twist, refused])
  expect(outcome(await enter(app, stranger))).toEqual(refused)
  expect(outcome(await enter(app, stranger, { id: phone.id }))).toEqual(refused)

  const { options, cookie } = await ask(app)
  const good = phone.answer(options)
  for (const another of ['', (await ask(app)).cookie])
    expect(outcome(await sendPasskey(app, { answer: good, cookie: another }))).toEqual(refused)
  const answers = await Promise.all([0, 1].map(() => sendPasskey(app, { answer: good, cookie })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 403])

  const late = await ask(app)
  await app.rows(`update passkey_challenges set expires_at = now()`)
  expect(outcome(await sendPasskey(app, { answer: phone.answer(late.options), cookie: late.cookie }))).toEqual(refused)
  const broken = { ...good, response: { ...good.response, clientDataJSON: 'bm90IEpTT04' } }
  expect(outcome(await sendPasskey(app, { answer: broken, cookie }))).toEqual(refused)
  expect(codeOf(await sendPasskey(app, { answer: { id: phone.id }, cookie }))).toBe('invalid-input')
  expect((await enter(app, phone)).statusCode).toBe(204)
})

test('an owner whose address sent too many wrong passwords still gets in with a passkey, and one address has thirty tries', async () => {
  await using app = await start({ trustProxy: 'loopback', rateLimit: true })
  const robin = await colleague(app, 'owner')
  const phone = passkeyDevice()
  await add(robin, phone)
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const guess = { method: 'POST', url: '/api/admin/session', payload: { password: 'a guess' }, headers } as const
  for (let count = 0; count < 5; count += 1) expect((await app.app.inject(guess)).statusCode).toBe(401)
  expect((await app.app.inject(guess)).statusCode).toBe(429)
  const { options, cookie } = await ask(app)

  expect((await sendPasskey(app, { answer: phone.answer(options), cookie, headers })).statusCode).toBe(204)

  const statuses = []
  for (let count = 0; count < 30; count += 1)
    statuses.push((await sendPasskey(app, { answer: phone.answer(options), cookie, headers })).statusCode)
  expect(statuses).toEqual([...Array(29).fill(403), 429])
})

test('a passkey of the account is a recent proof for its session, and that of another account is not', async () => {
  await using app = await start()
  const [robin, alex] = [
    await colleague(app, 'manager', 'r@example.com'),
    await colleague(app, 'owner', 'a@example.com'),
  ]
  const devices = { robin: passkeyDevice({ isCounting: false }), alex: passkeyDevice() }
  await add(robin, devices.robin)
  await add(alex, devices.alex)
  await robin.waitLong()
  const options = async (person: Person) => (await person.call('POST', `${PROOF}/options`)).json()
  const asked = await options(robin)
  expect(asked.allowCredentials).toEqual([{ id: devices.robin.id, type: 'public-key', transports: ['internal'] }])
  const exports = async () => (await robin.call('GET', '/api/admin/entries.csv')).statusCode
  expect(codeOf(await robin.call('POST', PROOF, { answer: devices.alex.answer(asked) }))).toBe('wrong-passkey')
  // The challenge of another session, and a challenge for signing in.
  const foreign = [(await options(alex)).challenge, (await ask(app)).options.challenge]
  for (const challenge of foreign)
    expect(codeOf(await robin.call('POST', PROOF, { answer: devices.robin.answer({ challenge }) }))).toBe(
      'wrong-passkey',
    )
  for (const path of [`${OWN}/options`, OWN]) expect(codeOf(await robin.call('POST', path))).toBe('password-needed')
  expect(await exports()).toBe(403)

  const proven = await robin.call('POST', PROOF, { answer: devices.robin.answer(await options(robin)) })

  expect([proven.statusCode, await exports()]).toEqual([204, 200])
})

test('new passkeys are made by the session that asked, once, and never for a passkey that another account has', async () => {
  await using app = await start()
  const robin = await colleague(app, 'reader', 'r@example.com')
  const alex = await colleague(app, 'reader', 'a@example.com')
  const phone = passkeyDevice()
  for (const twist of [
    { origin: 'https://evil.example' },
    { challenge: 'eA' },
    { host: 'evil.example' },
    { isUnverified: true },
  ])
    expect([twist, codeOf(await add(robin, phone, twist))]).toEqual([twist, 'wrong-passkey'])
  const options = (await robin.call('POST', `${OWN}/options`)).json()
  expect(options).toMatchObject({ authenticatorSelection: { residentKey: 'required', userVerification: 'required' } })
  const made = { name: 'My phone', answer: phone.create(options) }
  expect(codeOf(await alex.call('POST', OWN, made))).toBe('wrong-passkey')
  expect((await robin.call('POST', OWN, made)).statusCode).toBe(204)
  expect(codeOf(await robin.call('POST', OWN, made))).toBe('wrong-passkey')
  expect(codeOf(await add(alex, phone))).toBe('wrong-passkey')

  const [{ id }] = (await robin.call('GET', OWN)).json().passkeys
  expect((await robin.call('POST', `${OWN}/options`)).json().excludeCredentials).toMatchObject([{ id: phone.id }])
  expect(codeOf(await robin.call('PATCH', `${OWN}/${id}`, { name: ' ' }))).toBe('invalid-input')
  for (const [method, body] of [
    ['PATCH', { name: 'Mine now' }],
    ['DELETE', undefined],
  ] as const)
    expect(codeOf(await alex.call(method, `${OWN}/${id}`, body))).toBe('not-found')
  expect((await robin.call('PATCH', `${OWN}/${id}`, { name: 'Old phone' })).statusCode).toBe(204)
  expect((await robin.call('GET', OWN)).json().passkeys).toMatchObject([{ name: 'Old phone' }])
  expect((await robin.call('DELETE', `${OWN}/${id}`)).statusCode).toBe(204)
  expect(codeOf(await enter(app, phone))).toBe('wrong-passkey')
})

test('passkeys end with a recovery and with a password of the operator, and open nothing while the account is disabled', async () => {
  await using app = await testApp()
  const headers = { cookie: (await signIn(app)).cookie }
  const first: Caller = {
    call: (method, url, payload) => app.app.inject({ method, url, headers, ...(payload && { payload }) }),
  }
  const [owner, robin] = [await colleague(app, 'owner'), await colleague(app, 'reader')]
  const [phone, laptop] = [passkeyDevice(), passkeyDevice()]
  await add(robin, phone)
  const opens = async (device: ReturnType<typeof passkeyDevice>) => (await enter(app, device)).statusCode === 204
  const disable = (disabled: boolean) => owner.call('PATCH', `/api/admin/accounts/${robin.id}`, { disabled })
  await disable(true)
  expect(await opens(phone)).toBe(false)
  await disable(false)
  expect(await opens(phone)).toBe(true)

  const { link } = (await owner.call('POST', `/api/admin/accounts/${robin.id}/link`)).json()
  const payload = { token: link.split('=')[1], password: 'a password of my own' }
  await app.app.inject({ method: 'POST', url: '/api/admin/session/link/use', payload })
  expect(await opens(phone)).toBe(false)

  await add(first, laptop)
  expect(await opens(laptop)).toBe(true)
  await renewPassword(app.pool)
  expect(await opens(laptop)).toBe(false)
})

test('passkeys belong to the host of PUBLIC_URL, and there are none where browsers allow none', async () => {
  await using app = await start({ publicUrl: 'https://waitlist.example' })
  const entered = await app.app.inject({ method: 'POST', url: `${SIGN_IN}/options` })
  expect(String(entered.headers['set-cookie'])).toMatch(
    /^__Host-firstchair_passkey=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Strict/,
  )
  expect(entered.json().rpId).toBe('waitlist.example')
  await app.rows(
    `insert into passkeys (id, credential, account_id, host, name, public_key, counter, transports)
     select gen_random_uuid(), 'x', id, 'former.example', 'Old', '', 0, '{}' from accounts`,
  )
  expect((await app.app.inject('/api/admin/session')).json().has_passkeys).toBe(false)
  for (const publicUrl of ['http://waitlist.example', 'https://192.0.2.1', 'https://[2001:db8::1]']) {
    await using other = await testApp({ beside: app, publicUrl })
    expect(codeOf(await other.app.inject({ method: 'POST', url: `${SIGN_IN}/options` }))).toBe('no-passkeys')
  }
})
