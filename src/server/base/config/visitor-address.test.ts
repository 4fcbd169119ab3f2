import { expect, test } from 'vitest'
import { joinRequest, testApp } from '../../../../test/test-app.ts'
import { isInternal, networksOf, withoutPorts } from './visitor-address.ts'

const JOINS_A_MINUTE = 600

test.each([
  ['ports behind IPv4 addresses', (count: number) => `203.0.113.7:${1024 + count}`],
  ['ports behind IPv6 addresses', (count: number) => `[2001:db8::7]:${1024 + count}`],
  ['ports, two proxies away', (count: number) => `203.0.113.7:${1024 + count}, 127.0.0.2:${1024 + count}`],
  ['IPv4 written in two ways', (count: number) => (count % 2 ? '203.0.113.7' : '::ffff:203.0.113.7')],
  ['a /64 of one subscriber', (count: number) => `2001:db8:0:7::${count.toString(16)}`],
  ['texts that are no address', (count: number) => `nobody-${count}`],
])('one visitor has one limit: %s', async (_what, addressOf) => {
  await using server = await testApp({ rateLimit: true, trustProxy: 'loopback' })
  const crowd = await Promise.all(Array.from({ length: JOINS_A_MINUTE }, (_, count) => joinFrom(addressOf(count))))

  expect(new Set(crowd)).toEqual(new Set([201]))
  expect(await joinFrom(addressOf(JOINS_A_MINUTE))).toBe(429)
  expect(await joinFrom('203.0.113.8:1024')).toBe(201)

  async function joinFrom(address: string) {
    const headers = { 'x-forwarded-for': address }
    const payload = joinRequest()
    return (await server.app.inject({ method: 'POST', url: '/api/waitlist/entries', headers, payload })).statusCode
  }
})

test('ports are removed, and addresses stay', () => {
  expect(withoutPorts('1.2.3.4:5678,[::1]:99, [2001:db8::1] ,2001:db8::1, fe80::1%eth0,unknown')).toBe(
    '1.2.3.4, ::1, 2001:db8::1, 2001:db8::1, fe80::1%eth0, unknown',
  )
})

test('all addresses of one IPv6 network have one name', () => {
  const one = ['2001:db8:0:7::1', '2001:0DB8::7:1:2:3:4', '2001:db8:0:7:ffff::', '2001:db8:0:7::']
  expect(new Set(one.map((ip) => networksOf(ip).address)).size).toBe(1)
  expect(networksOf('2001:db8:0:8::1').address).not.toBe(networksOf(one[0]!).address)
  expect(networksOf('fe80::1%eth0')).toEqual(networksOf('fe80::2'))
})

test('each IPv4 address has its own name, also when written as IPv6', () => {
  expect(networksOf('::ffff:192.0.2.1').address).toBe('192.0.2.1')
  expect(networksOf('192.0.2.2').address).toBe('192.0.2.2')
})

test('an address is in a block and at a provider, and texts that are no address are in one of their own', () => {
  expect(networksOf('::ffff:192.0.2.1')).toMatchObject({ block: '192.0.2', provider: '192.0' })
  expect(networksOf('2001:db8:0:7::1')).toMatchObject({ block: '2001:db8:0', provider: '2001:db8' })
  expect(networksOf('nobody')).toEqual(networksOf(''))
})

test('addresses of this machine and of private networks are internal', () => {
  const internal = [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '172.17.0.1',
    '192.168.1.1',
    'fd00::1',
    'fe80::1',
  ]
  for (const ip of internal) expect({ ip, isInternal: isInternal(ip) }).toEqual({ ip, isInternal: true })
  for (const ip of ['203.0.113.7', '172.32.0.1', '2001:db8::1', 'unknown'])
    expect({ ip, isInternal: isInternal(ip) }).toEqual({ ip, isInternal: false })
})
