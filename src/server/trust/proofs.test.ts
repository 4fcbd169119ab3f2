import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'
import { createClock } from '../../../test/people/visitors.ts'

const HOUR = 60 * 60_000

/** A list whose first code is under attack: a dozen disposable addresses joined with it. */
async function attacked(options: Parameters<typeof testApp>[0] = {}) {
  const clock = createClock()
  const app = await testApp({ rateLimit: true, trustProxy: 'loopback', now: clock.now, ...options })
  const [inviter, other] = await app.joinMany(2)
  const code = inviter!.referral_code
  for (let bot = 0; bot < 12; bot += 1)
    await join(app, { email: `bot${bot}@mailinator.com`, elapsed_ms: 200, used_referral_code: code })
  await app.judge()
  return { app, clock, code, other: other!.referral_code, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

async function join({ app }: TestApp, changes: object, from = '203.0.113.7') {
  const headers = { 'x-forwarded-for': from }
  const answer = await app.inject({
    method: 'POST',
    url: '/api/waitlist/entries',
    headers,
    payload: joinRequest(changes),
  })
  return { status: answer.statusCode, ...answer.json() }
}

/** Sends the join again until the answer has this status, because a server reads alarms only after a while. */
async function joinUntil(app: TestApp, status: number, changes: object, from: string) {
  for (;;) {
    const answer = await join(app, changes, from)
    if (answer.status === status) return answer
    await pause(100)
  }
}

async function solve(challenge: Parameters<typeof solveChallenge>[0]['challenge']): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

test('a code under attack asks for a proof, which is good once, on every server; other codes and people do not', async () => {
  await using list = await attacked()
  await using beside = await testApp({ rateLimit: true, trustProxy: 'loopback', beside: list.app, now: list.clock.now })
  const friend = { used_referral_code: list.code.toLowerCase(), submission_id: 'one' }
  // A server with an old cache reads the alarms before it answers, so it refuses its first join too.
  expect(await join(beside, friend, '198.51.100.2')).toMatchObject({ status: 428 })
  const refused = await joinUntil(list.app, 428, friend, '198.51.100.1')
  expect(refused).toMatchObject({ error: { code: 'proof-needed' }, challenge: { signature: expect.any(String) } })

  for (const proof of [
    '',
    'x',
    Buffer.from('{"challenge":{"signature":"x"},"solution":{"counter":1}}').toString('base64'),
  ])
    expect(await join(list.app, { ...friend, proof }, '198.51.100.1')).toMatchObject({ status: 428 })
  const proof = await solve(refused.challenge)
  const email = 'honest@example.org'
  const joined = await join(beside, { ...friend, email, proof }, '198.51.100.1')
  expect(joined).toMatchObject({ status: 201 })
  // The answer was lost, so the browser repeats the request.
  expect(await join(list.app, { ...friend, email, proof }, '198.51.100.1')).toEqual(joined)
  for (const changes of [{ submission_id: 'two' }, { email: 'other@example.org' }])
    expect(await join(list.app, { ...friend, email, proof, ...changes }, '198.51.100.1')).toMatchObject({ status: 428 })

  expect(await join(list.app, { used_referral_code: list.other }, '198.51.100.3')).toMatchObject({ status: 201 })
  expect(await join(list.app, {}, '198.51.100.4')).toMatchObject({ status: 201 })
  // There is an alarm for the network of the attack too.
  expect(await join(list.app, {}, '203.0.113.99')).toMatchObject({ status: 428 })
})

test('a form that is opened with such a code gets its challenge early, and the alarm ends by itself', async () => {
  await using list = await attacked()
  await joinUntil(list.app, 428, { used_referral_code: list.code }, '198.51.100.1')
  const open = async (code: string) =>
    (
      await list.app.app.inject({
        url: `/api/waitlist/stamp?code=${code}`,
        headers: { 'x-forwarded-for': '198.51.100.1' },
      })
    ).json()

  expect(await open(list.other)).toMatchObject({ challenge: null })
  const { challenge } = await open(list.code)
  const proof = await solve(challenge)
  expect(await join(list.app, { used_referral_code: list.code, proof }, '198.51.100.1')).toMatchObject({ status: 201 })

  list.clock.pass(HOUR)
  await joinUntil(list.app, 201, { used_referral_code: list.code }, '198.51.100.1')
})

test('where addresses must be confirmed, known and unknown ones are asked for a proof and answered alike', async () => {
  await using list = await attacked()
  await using app = await testApp({
    beside: list.app,
    rateLimit: true,
    trustProxy: 'loopback',
    now: list.clock.now,
    mustConfirm: true,
  })
  const known = { used_referral_code: list.code, email: 'bot1@mailinator.com' }
  const unknown = { used_referral_code: list.code, email: 'new@mailinator.com' }
  await joinUntil(app, 428, known, '198.51.100.1')
  for (const person of [known, unknown]) {
    const { challenge, ...refused } = await join(app, person, '198.51.100.1')
    expect(refused).toEqual({ status: 428, error: { code: 'proof-needed', message: expect.any(String) } })
    const proof = await solve(challenge)
    const answer = await join(app, { ...person, proof }, '198.51.100.1')
    expect(answer).toEqual({ status: 202, check_inbox: true })
  }
  expect(await list.app.verify()).toEqual([])
})

test.each([
  ['RATE_LIMIT=off', { rateLimit: false }],
  ['plain http, over which browsers cannot work one out', { publicUrl: 'http://waitlist.example' }],
])('nobody is asked for a proof with %s', async (_what, options) => {
  await using list = await attacked(options)
  for (let tries = 0; tries < 15; tries += 1) {
    expect(await join(list.app, { used_referral_code: list.code })).toMatchObject({ status: 201 })
    await pause(100)
  }
})
