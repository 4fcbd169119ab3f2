import dns from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const PRIVATE = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'])
/** Tell machines of a cloud what they may do. Those of link-local addresses are never allowed anyway. */
const METADATA = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2::254', '192.0.0.192'])

/** Whether requests may go to this address: public ones, and those of one's own network if the operator allows that. */
export function isAllowed(address: string, { allowsPrivate }: { allowsPrivate: boolean }): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (METADATA.has(parsed.toString())) return false
  const range = parsed.range()
  return range === 'unicast' || (allowsPrivate && PRIVATE.has(range))
}

/** The address in a URL's host, if it is one: then nothing is looked up. */
export function addressIn({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) ? bare : null
}

/** Why nothing was sent: words for the owner. */
export class NotAllowed extends Error {}

/**
 * Looks a name up for a connection. The connection goes to the addresses that were checked, so a name cannot change its address
 * in between. One address that is not allowed refuses them all.
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
  return new NotAllowed(`${hostname} leads into a private network, where nothing is sent.`)
}
