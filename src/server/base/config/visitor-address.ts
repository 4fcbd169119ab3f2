import ipaddr from 'ipaddr.js'

const INTERNAL_RANGES = ['loopback', 'private', 'linkLocal', 'uniqueLocal']

/** Some proxies append ports to addresses: '1.2.3.4:5678', '[::1]:99'. */
export function withoutPorts(forwardedFor: string): string {
  return forwardedFor
    .split(',')
    .map((address) => address.trim().replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3'))
    .join(', ')
}

export type Networks = {
  /** The first 64 bits of an IPv6 address belong to one subscriber. */
  address: string
  /** An IPv4 /24 or an IPv6 /48: one household, company or host. */
  block: string
  /** An IPv4 /16 or an IPv6 /32. */
  provider: string
}

type Visitor = Networks & { isInternal: boolean }

/** Whatever is no address shares one limit. */
const NO_ADDRESS: Visitor = {
  address: 'unknown',
  block: 'unknown block',
  provider: 'unknown provider',
  isInternal: false,
}

const MOST_KNOWN = 2_000
const known = new Map<string, Visitor>()

export function networksOf(ip: string): Networks {
  return visitorOf(ip)
}

export function isInternal(ip: string): boolean {
  return visitorOf(ip).isInternal
}

/** Null for an internal address while no proxy is named: it may be the proxy's, which all visitors would share. */
export function limitedNetworks(ip: string, trustProxy: string | false): Networks | null {
  const visitor = visitorOf(ip)
  return !trustProxy && visitor.isInternal ? null : visitor
}

function visitorOf(ip: string): Visitor {
  const found = known.get(ip)
  if (found) return found
  const visitor = ipaddr.isValid(ip) ? read(ipaddr.process(ip)) : NO_ADDRESS
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(ip, visitor)
  return visitor
}

function read(ip: ipaddr.IPv4 | ipaddr.IPv6): Visitor {
  const isV6 = ip instanceof ipaddr.IPv6
  const parts = isV6 ? ip.parts.map((part) => part.toString(16)) : ip.octets.map(String)
  const join = (count: number) => parts.slice(0, count).join(isV6 ? ':' : '.')
  return {
    address: isV6 ? `${join(4)}::/64` : join(4),
    block: join(3),
    provider: join(2),
    isInternal: INTERNAL_RANGES.includes(ip.range()),
  }
}
