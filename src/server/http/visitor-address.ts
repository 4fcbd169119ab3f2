import ipaddr from 'ipaddr.js'

/**
 * The ranges in which proxies and container gateways are: this machine and private networks, as ipaddr.js names them.
 */
const INTERNAL_RANGES = ['loopback', 'private', 'linkLocal', 'uniqueLocal']

/** An X-Forwarded-For without the ports that some proxies append to addresses: '1.2.3.4:5678', '[::1]:99'. */
export function withoutPorts(forwardedFor: string): string {
  return forwardedFor
    .split(',')
    .map((address) => address.trim().replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3'))
    .join(', ')
}

/**
 * The key for a visitor's limits: the IPv4 address, or the first 64 bits of an IPv6 address, which belong to one
 * subscriber. All texts that are not addresses share one key.
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

/** Whether the address cannot belong to anybody on the internet. */
export function isInternal(ip: string): boolean {
  return ipaddr.isValid(ip) && INTERNAL_RANGES.includes(ipaddr.process(ip).range())
}
