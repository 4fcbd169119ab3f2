import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'

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
  // The other server tells what it counted, and learns of the rest.
  while ((await one.rows('select count from rate_counts where count > $1', half.length)).length === 0) await pause(50)
  const statuses = await joinMany(other, half)

  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(50)
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
