import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { isInternal } from '../http/visitor-address.ts'

/**
 * The neighbourhood of an address, which one household, company or host has: an IPv4 /24 or an IPv6 /48. Null for an
 * internal address: behind a proxy that is not named, everybody has it.
 */
export function blockOf(ip: string): string | null {
  if (!ipaddr.isValid(ip) || isInternal(ip)) return null
  const address = ipaddr.process(ip)
  return address instanceof ipaddr.IPv6
    ? address.parts
        .slice(0, 3)
        .map((part) => part.toString(16))
        .join(':')
    : address.octets.slice(0, 3).join('.')
}

/** 64 bits of a keyed hash, as a whole number in text, for a `bigint`. */
export function hashBlock(block: string, key: string): string {
  return createHmac('sha256', key).update(block).digest().readBigInt64BE().toString()
}
