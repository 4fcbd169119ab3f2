import { BlockList } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { App } from './server.ts'

/**
 * Limits the routes that ask for it, by the visitor's address. Behind a proxy that we were not told to trust every
 * visitor has the proxy's address, and a limit would lock out the crowd on launch day: until then addresses that nobody
 * on the internet can have are let through. See docs/decisions/0006-no-rate-limit-for-private-addresses.md.
 */
export async function limitRates(app: App, { trustProxy, rateLimit: isOn }: Pick<Config, 'trustProxy' | 'rateLimit'>) {
  if (!isOn) return
  const internal = internalAddresses()
  await app.register(rateLimit, {
    global: false,
    allowList: ({ ip }) => !trustProxy && internal.check(ip, ip.includes(':') ? 'ipv6' : 'ipv4'),
    errorResponseBuilder: () => new AppError('rate-limited'),
  })
}

/** This machine and private networks, where a proxy or a container's gateway lives: RFC 1122, 1918, 3927, 4193, 4291. */
function internalAddresses(): BlockList {
  const list = new BlockList()
  list.addSubnet('127.0.0.0', 8)
  list.addSubnet('10.0.0.0', 8)
  list.addSubnet('172.16.0.0', 12)
  list.addSubnet('192.168.0.0', 16)
  list.addSubnet('169.254.0.0', 16)
  list.addAddress('::1', 'ipv6')
  list.addSubnet('fc00::', 7, 'ipv6')
  list.addSubnet('fe80::', 10, 'ipv6')
  return list
}
