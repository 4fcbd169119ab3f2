import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { JoinRequest } from '#shared/joining/join.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'
import { createJoinLimits } from '../joining/join-visitor.ts'
import { createRateWindows } from './rate-windows.ts'
import { networksOf } from '../base/config/visitor-address.ts'

const PER_ADDRESS = 600
const PER_BLOCK = 1_200

const OPTIONS = { rateLimit: true, trustProxy: 'loopback' } as const

async function joinFrom({ app }: TestApp, address: string, changes: object = {}): Promise<number> {
  const headers = { 'x-forwarded-for': address }
  const payload = joinRequest(changes)
  return (await app.inject({ method: 'POST', url: '/api/waitlist/entries', headers, payload })).statusCode
}

const joinMany = (app: TestApp, addresses: string[]) => Promise.all(addresses.map((address) => joinFrom(app, address)))

test('two servers on one database limit an address together', async () => {
  await using one = await testApp(OPTIONS)
  await using other = await testApp({ ...OPTIONS, beside: one })
  const half = Array<string>(PER_ADDRESS - 100).fill('203.0.113.7')

  expect(new Set(await joinMany(one, half))).toEqual(new Set([201]))
  while ((await one.rows('select count from rate_counts where count >= $1', half.length)).length === 0) await pause(50)
  await joinFrom(other, '203.0.113.7')
  for (let count = 0; count < 10; count += 1) await joinFrom(other, '203.0.113.7')
  // The other server adds its count, and reads the first server's count shortly after that.
  while ((await one.rows('select count from rate_counts where count > $1', half.length)).length === 0) await pause(50)
  await expect.poll(() => joinMany(other, half.slice(0, 100))).toContain(429)

  const joined = await one.rows('select from waitlist_entries')
  expect(joined.length, 'fewer than with a limit of its own').toBeLessThan(half.length + PER_ADDRESS)
  expect(JSON.stringify(await one.rows('select * from rate_counts'))).not.toContain('203.0.113')
})

test('the neighbours of an address share a limit, and many addresses flush no count', async () => {
  await using app = await testApp(OPTIONS)
  const neighbours = Array.from({ length: PER_BLOCK }, (_, index) => `198.51.100.${index % 250}`)
  expect(new Set(await joinMany(app, neighbours))).toEqual(new Set([201]))
  const strangers = Array.from({ length: 600 }, (_, index) => `23.${index % 200}.${Math.floor(index / 200)}.9`)
  expect(new Set(await joinMany(app, strangers))).toEqual(new Set([201]))

  expect(await joinFrom(app, '198.51.100.251')).toBe(429)
})

test('forty people on one address, and hundreds of phones behind three, are not refused', async () => {
  await using app = await testApp(OPTIONS)
  const salon = Array<string>(40).fill('203.0.113.7')
  const phones = Array.from({ length: 600 }, (_, index) => `94.197.3.${10 + (index % 3)}`)

  expect(new Set(await joinMany(app, [...salon, ...phones]))).toEqual(new Set([201]))
})

test('a hall that opens the form within a minute gets a stamp for everybody', async () => {
  await using app = await testApp(OPTIONS)
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const opened = Array.from({ length: 1_500 }, () => app.app.inject({ url: '/api/waitlist/stamp', headers }))

  expect(new Set((await Promise.all(opened)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

test('a submission that is sent again and again, from many networks, takes no friend’s place', async () => {
  await using app = await testApp(OPTIONS)
  const { referral_code } = await app.join()
  const friend = { used_referral_code: referral_code, submission_id: 'again', email: 'friend@example.com' }
  for (let sent = 0; sent < 3_300; sent += 300) {
    const again = Array.from({ length: 300 }, (_, count) => joinFrom(app, `45.${count % 6}.3.9`, friend))
    expect(new Set(await Promise.all(again))).toEqual(new Set([201]))
  }

  for (let friends = 0; friends < 10; friends += 1)
    expect(await joinFrom(app, `94.${friends}.3.9`, { used_referral_code: referral_code })).toBe(201)
})

test.each([
  ['with a proof of work', 'http://localhost', 428, 201],
  ['later, where browsers cannot work out a proof', 'http://waitlist.example', 429, 429],
])('a code that strangers use up lets friends in %s', async (_what, publicUrl, refused, proven) => {
  await using app = await testApp({ ...OPTIONS, publicUrl })
  const { referral_code } = await app.join()
  const look = referral_code.toLowerCase()
  const friends = Array.from({ length: 3_000 }, (_, count) =>
    joinFrom(app, `45.${count % 6}.3.9`, { used_referral_code: count % 2 ? referral_code : look }),
  )
  expect(new Set(await Promise.all(friends))).toEqual(new Set([201]))

  const payload = joinRequest({ used_referral_code: referral_code })
  const ask = (proof?: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/waitlist/entries',
      headers: { 'x-forwarded-for': '94.1.3.9' },
      payload: { ...payload, proof },
    })
  const answer = await ask()
  expect(answer.statusCode).toBe(refused)
  const { challenge } = answer.json()
  const solution = challenge && (await solveChallenge({ challenge, deriveKey }))
  const proof = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  expect((await ask(proof)).statusCode).toBe(proven)
  expect(await joinFrom(app, '94.1.3.9')).toBe(201)
})

test('a provider whose networks all join a lot does not use up the places of others', async () => {
  await using app = await testApp(OPTIONS)
  const windows = createRateWindows({ db: app.pool, logFailure: (what) => expect.unreachable(what) })
  const limits = createJoinLimits({ ...windows, networksOf })
  const request = JoinRequest.parse(joinRequest())
  let joined = 0
  for (let count = 0; count < 200_000; count += 1) {
    const limited = limits.of(request, `2001:db8:${(count % 1_000).toString(16)}::1`)
    if (limited.findCrowded() !== null) continue
    limited.take()
    joined += 1
  }
  expect(joined).toBe(30_000)
  expect(limits.of(request, '2a02:1::1').findCrowded()).toBeNull()
  await windows.stop()
})
