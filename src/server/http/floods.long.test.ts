import { afterEach, expect, test, vi } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { limitRates } from './limit-rates.ts'
import { createServer } from './server.ts'

const OPTIONS = { rateLimit: true, trustProxy: 'loopback' } as const
/** More requests than `MOST_KEYS`, the most keys that a server keeps in memory. */
const FLOOD = 215_000
const AT_ONCE = 500
/** An IPv6 /48 has 65,536 /64s, each with a count of its own at every route. */
const FLOODED = ['/1', '/2', '/3', '/4']

afterEach(() => void vi.useRealTimers())

const hex = (number: number) => number.toString(16)

test.each([
  ['one IPv6 /48', (count: number) => `2001:db8:7:${hex(count % 65_536)}::${hex(count >> 16)}`],
  ['each /48 of an IPv6 /32', (count: number) => `2001:db8:${hex(count % 65_536)}:${hex(count >> 16)}::1`],
  ['forty IPv6 /32s', (count: number) => `2001:${hex(count % 40)}:${hex(count >> 8)}:${hex(count % 256)}::1`],
  ['thousands of IPv4 /24s', (count: number) => `45.${count % 64}.${(count >> 6) % 256}.${(count >> 14) % 256}`],
])(
  'a flood of requests from %s keeps nobody else out',
  async (_what, addressOf) => {
    await using list = await testApp()
    // The clock stops, so that all requests fall into the same minute, even on a slow machine.
    vi.useFakeTimers({ toFake: ['performance'] })
    const server = createServer({ ...OPTIONS, logLevel: 'silent', publicUrl: () => 'http://localhost' })
    await limitRates(server, OPTIONS, { pool: list.pool, logFailure: () => {} })
    for (const url of [...FLOODED, '/quiet']) server.get(url, { config: { rateLimit: { max: 60 } } }, async () => '')
    const ask = async (url: string, address: string) =>
      (await server.inject({ url, headers: { 'x-forwarded-for': address } })).statusCode

    const askInFlood = (count: number) => ask(FLOODED[count >> 16]!, addressOf(count))

    for (let sent = 0; sent < FLOOD; sent += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => askInFlood(sent + index)))

    const fresh = Array.from({ length: 100 }, (_, person) => [`94.${person}.3.9`, `2a02:${hex(person + 1)}::1`]).flat()
    for (const url of [...FLOODED, '/quiet'])
      expect(new Set(await Promise.all(fresh.map((address) => ask(url, address))))).toEqual(new Set([200]))
    await server.close()
  },
  300_000,
)
