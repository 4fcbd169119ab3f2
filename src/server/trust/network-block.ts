import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { isInternal, networksOf } from '../config/visitor-address.ts'

/** Addresses that join again and again, as that of a proxy, need not be read each time. */
const MOST_KNOWN = 2_000

/**
 * Hashes the block of an address, see `Networks`, with a key: 64 bits, as a whole number in text, for a `bigint`. Null for
 * an internal address: behind a proxy that is not named, everybody has it.
 */
export function createHashBlock(key: string): (ip: string) => string | null {
  const known = new Map<string, string | null>()
  return (ip) => {
    const found = known.get(ip)
    if (found !== undefined) return found
    const block = isIP(ip) && !isInternal(ip) ? networksOf(ip).block : null
    const hash = block === null ? null : createHmac('sha256', key).update(block).digest().readBigInt64BE().toString()
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(ip, hash)
    return hash
  }
}
