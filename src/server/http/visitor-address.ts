import ipaddr from 'ipaddr.js'

/** Where a proxy or a container's gateway lives: this machine and private networks, as ipaddr.js calls them. */
const INTERNAL_RANGES = ['loopback', 'private', 'linkLocal', 'uniqueLocal']

/** An X-Forwarded-For without the ports that some proxies write behind addresses: '1.2.3.4:5678', '[::1]:99'. */
export function withoutPorts(forwardedFor: string): string {
  return forwardedFor
    .split(',')
    .map((address) => address.trim().replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3'))
    .join(', ')
}

/**
 * The name under which a visitor is limited: the IPv4 address, or the first 64 bits of an IPv6 one, all of which is one
 * subscriber's. Texts that are no address share one name.
 */
export function subscriberOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : address.toString()
}

/** Whether nobody on the internet can have this address. */
export function isInternal(ip: string): boolean {
  return ipaddr.isValid(ip) && INTERNAL_RANGES.includes(ipaddr.process(ip).range())
}
