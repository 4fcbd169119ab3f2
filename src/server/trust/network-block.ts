import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { isInternal } from '../http/visitor-address.ts'

/**
 * The neighbourhood of an address, which one household, company or host has: an IPv4 /24 or an IPv6 /48. Null for an
 * internal address: behind a proxy that is not named, everybody has it.
 */
function blockOf(ip: string): string | null {
  if (!ipaddr.isValid(ip) || isInternal(ip)) return null
  const address = ipaddr.process(ip)
  return address instanceof ipaddr.IPv6
    ? address.parts
        .slice(0, 3)
        .map((part) => part.toString(16))
        .join(':')
    : address.octets.slice(0, 3).join('.')
}

/** Addresses that join again and again, as that of a proxy, need not be read each time. */
const MOST_KNOWN = 2_000

/** Hashes the network of an address with a key: 64 bits, as a whole number in text, for a `bigint`. Null as `blockOf`. */
export function createHashBlock(key: string): (ip: string) => string | null {
  const known = new Map<string, string | null>()
  return (ip) => {
    const found = known.get(ip)
    if (found !== undefined) return found
    const block = blockOf(ip)
    const hash = block === null ? null : createHmac('sha256', key).update(block).digest().readBigInt64BE().toString()
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(ip, hash)
    return hash
  }
}
