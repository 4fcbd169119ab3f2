import { expect, test } from 'vitest'
import { confirmingApp } from '../../../test/confirming-app.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { sampleAnswers } from '../../../test/sample-answers.ts'
import { smallBuild } from '../../../test/servers/small-build.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'
import { createClock } from '../../../test/people/visitors.ts'

/** Lets twelve bots join with the code of the first person. Returns the code. */
async function attack({ app }: { app: TestApp }): Promise<string> {
  const [inviter] = await app.joinMany(1)
  const code = inviter!.referral_code
  for (let bot = 0; bot < 12; bot += 1)
    await app.post(joinRequest({ email: `bot${bot}@mailinator.com`, elapsed_ms: 200, used_referral_code: code }))
  await app.judge()
  return code
}

/** Sends first the email and then the answers, as a browser without scripts does. */
async function joinPlainly({ app }: TestApp, { email, code }: { email: string; code: string }) {
  const headers = { 'x-forwarded-for': '198.51.100.7', 'content-type': 'application/x-www-form-urlencoded' }
  const post = (url: string, fields: [string, string][], cookie = '') =>
    app.inject({ method: 'POST', url, headers: { ...headers, cookie }, payload: String(new URLSearchParams(fields)) })
  const begun = await post(`/?ref=${code}`, [['email', email]])
  expect([begun.statusCode, begun.headers.location]).toEqual([303, '/form'])
  const cookie = String(begun.headers['set-cookie']).split(';')[0]!
  const form = await app.inject({ url: '/form', headers: { cookie } })
  const start = /name="start" value="([^"]+)"/.exec(form.body)![1]!
  const valueOf = (answer: unknown) => (typeof answer === 'boolean' ? (answer ? 'Yes' : 'No') : String(answer))
  const answers = Object.entries(sampleAnswers()).flatMap(([name, answer]) =>
    [answer].flat().map((one): [string, string] => [name, valueOf(one)]),
  )
  return post('/form', [['start', start], ['email', email], ['code', code], ...answers], cookie)
}

test('while proofs are demanded, a join without scripts waits for a press in a mail, within a budget', async () => {
  await using smtp = await fakeSmtp()
  const limits = { rateLimit: true, trustProxy: 'loopback', now: createClock().now }
  await using app = await confirmingApp(smtp, { ...limits, mustConfirm: false, dist: smallBuild() })
  const code = await attack({ app })
  const email = 'plain@example.com'
  // Until the server has noticed the attack, people join as usual.
  let index = 0
  await expect
    .poll(async () => (await joinPlainly(app, { email: `early-${index++}@example.com`, code })).headers.location, {
      timeout: 60_000,
    })
    .toBe('/check-inbox')
  const answer = await joinPlainly(app, { email, code })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/check-inbox'])
  expect(await app.rows('select from waitlist_entries where email = $1', email)).toEqual([])
  expect((await app.press(await app.tokenOf(email))).status).toBe(204)
  expect(await app.entry(email)).toMatchObject({ used_referral_code: code })

  const statuses = []
  for (let mail = 0; mail < 20; mail += 1)
    statuses.push((await joinPlainly(app, { email: `more-${mail}@example.com`, code })).statusCode)
  expect(new Set(statuses)).toEqual(new Set([303, 429]))
  expect(await app.verify()).toEqual([])
})

test('without a mail server it is told to try again, and its answers stay on the page', async () => {
  const limits = { rateLimit: true, trustProxy: 'loopback', now: createClock().now }
  await using app = await testApp({ ...limits, dist: smallBuild() })
  const code = await attack({ app })
  let index = 0
  await expect
    .poll(async () => (await joinPlainly(app, { email: `early-${index++}@example.com`, code })).statusCode, {
      timeout: 60_000,
    })
    .toBe(503)
  const answer = await joinPlainly(app, { email: 'plain@example.com', code })
  expect(answer.headers['retry-after']).toBeDefined()
  expect(answer.body).toContain('value="plain@example.com"')
  expect(answer.body).toContain(`value="${joinRequest().business_name}"`)
})

/** Sends a form as a browser does, with its cookies. */
async function send({ app }: TestApp, url: string, fields: Record<string, string>, headers = {}) {
  const type = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '198.51.100.9' }
  const payload = String(new URLSearchParams(fields))
  const {
    statusCode,
    body,
    headers: sent,
  } = await app.inject({ method: 'POST', url, headers: { ...type, ...headers }, payload })
  return { status: statusCode, body, location: sent.location, cookie: String(sent['set-cookie']).split(';')[0]! }
}

/** Asks to join with this email. Returns the code from the mail. */
async function withCode(app: Awaited<ReturnType<typeof confirmingApp>>, email: string) {
  await app.ask({ email })
  await app.tokenOf(email)
  return /this code at \S+: (\S+)/.exec(app.mailsTo(email)[0]!.text)![1]!
}

test('a code opens only the place of its own address, five tries an hour from a network, and a form of another site opens nothing', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp, { rateLimit: true, trustProxy: 'loopback', dist: smallBuild() })
  const [email, other] = ['one@example.com', 'two@example.com']
  const code = await withCode(app, email)
  const others = await withCode(app, other)
  expect(await send(app, '/code', { email: other, code })).toMatchObject({ status: 400, location: undefined })
  const foreign = await send(app, '/code', { email, code }, { origin: 'https://evil.example' })
  expect([foreign.status, foreign.body.includes('send it once more')]).toEqual([400, true])

  const opened = await send(app, '/code', { email: ' ONE@example.com', code: code.toLowerCase().replace('-', '') })
  expect(opened).toMatchObject({ status: 303, location: '/confirm' })
  const { cookie } = opened
  const page = await app.app.inject({ url: '/confirm', headers: { cookie } })
  expect(page.headers['cache-control']).toBe('no-store')
  // Another site can make the browser send the cookie, but it does not know the proof in the form.
  for (const proof of ['', 'x'.repeat(43)])
    expect((await send(app, '/confirm', { proof, act: 'confirm' }, { cookie })).status).toBe(400)
  expect(await app.rows('select from waitlist_entries')).toEqual([])
  const [, proof = ''] = /name="proof" value="([^"]+)"/.exec(page.body)!
  const pressed = await send(app, '/confirm', { proof, act: 'confirm' }, { cookie })
  expect(pressed).toMatchObject({ status: 303, location: '/place' })
  expect(await app.rows('select from waitlist_entries')).toHaveLength(1)
  // The code opened only the page to confirm, and no invitation.
  expect((await send(app, '/invitation', { proof }, { cookie })).status).toBe(404)

  const tries = []
  for (let index = 0; index < 6; index += 1) tries.push(await send(app, '/code', { email: other, code }))
  expect(tries.map(({ status }) => status)).toEqual([400, 400, 400, 400, 429, 429])
  expect(tries.at(-1)!.body).toContain('That was a lot at once. Please try again in 60 minutes.')
  expect((await send(app, '/code', { email: 'nobody@example.com', code })).status).toBe(400)
  // A stranger's tries do not keep the person out.
  const elsewhere = { 'x-forwarded-for': '81.2.3.4' }
  expect((await send(app, '/code', { email: other, code: others }, elsewhere)).status).toBe(303)
})

test('an answer to a wrong code takes at least one step of time, for known and unknown addresses', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp, { dist: smallBuild() })
  await withCode(app, 'one@example.com')
  const timeOf = async (email: string) => {
    const began = performance.now()
    await send(app, '/code', { email, code: 'ABCDEFGH' })
    return performance.now() - began
  }
  for (const email of ['one@example.com', 'nobody@example.com']) expect(await timeOf(email)).toBeGreaterThanOrEqual(250)
})
