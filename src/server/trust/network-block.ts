import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { isInternal, networksOf } from '../config/visitor-address.ts'

/** The most addresses in the cache of hashes. Some addresses, such as those of proxies, join often. */
const MOST_KNOWN = 2_000

/**
 * Returns a function that hashes the `block` of an address (see `Networks`) with a key. The hash has 64 bits, as a
 * decimal number for a `bigint` column. Null for an internal address, because behind an unconfigured proxy everybody
 * has the same one.
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
