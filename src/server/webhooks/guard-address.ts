import dns from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const PRIVATE = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'])
/**
 * The metadata services of clouds, which give their machines credentials. Those at link-local addresses are never
 * allowed anyway.
 */
const METADATA = new Set(['100.100.100.200', '168.63.129.16', '192.0.0.192'])
/** The IPv6 networks in which Amazon, Google, Oracle and Scaleway have theirs. */
const METADATA_NETWORKS = ['fd00:ec2::/32', 'fd20:ce::/32', 'fd00:c1::/32', 'fd00:42::/32'].map((network) =>
  ipaddr.IPv6.parseCIDR(network),
)
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96')

export function isAllowed(address: string, { allowsPrivate }: { allowsPrivate: boolean }): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (METADATA.has(parsed.toString())) return false
  if (parsed instanceof ipaddr.IPv6 && METADATA_NETWORKS.some((network) => parsed.match(network))) return false
  const range = parsed.range()
  // The deprecated form of an IPv4 address, ::127.0.0.1 (RFC 4291, section 2.5.5.1), counts as unicast.
  const isCompatible = range === 'unicast' && parsed instanceof ipaddr.IPv6 && parsed.match(IPV4_COMPATIBLE)
  if (isCompatible) return false
  return range === 'unicast' || (allowsPrivate && PRIVATE.has(range))
}

/** The IP address in a URL's host, which needs no lookup; null if the host is a name. */
export function addressIn({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) ? bare : null
}

export class NotAllowed extends Error {}

/**
 * Looks up a name for a connection. The connection uses the checked addresses, so the name cannot change its address in
 * between. The lookup fails if any of the addresses is not allowed.
 */
export function guardedLookup(allowsPrivate: () => boolean): LookupFunction {
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const bad = addresses.find(({ address }) => !isAllowed(address, { allowsPrivate: allowsPrivate() }))
      if (bad) return callback(notAllowed(hostname), '')
      if (options.all) return callback(null, addresses)
      return callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}

export function notAllowed(hostname: string): NotAllowed {
  return new NotAllowed(`${hostname} is in a private or reserved network, to which nothing is sent.`)
}
