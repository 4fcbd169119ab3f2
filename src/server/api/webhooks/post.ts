import dns from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import * as http from 'node:http'
import * as https from 'node:https'

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

class NotAllowed extends Error {}

/**
 * Looks up a name for a connection. The connection uses the checked addresses, so the name cannot change its address in
 * between. The lookup fails if any of the addresses is not allowed.
 */
function guardedLookup(allowsPrivate: () => boolean): LookupFunction {
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

function notAllowed(hostname: string): NotAllowed {
  return new NotAllowed(`${hostname} is in a private or reserved network, to which nothing is sent.`)
}

/** `status` is null if there was no answer; then `text` says why. */
export type Answered = { status: number | null; text: string }
export type Post = ((asked: { url: string; headers: Record<string, string>; body: string }) => Promise<Answered>) & {
  close: () => void
}

const TIMEOUT_MS = 15_000
/** The most idle connections that stay open: as many as one endpoint uses at a time. */
const MOST_KEPT = 20
const LONGEST_ANSWER = 1_000
const MOST_READ = 64 * 1024
const CLOSED = new Set(['ECONNRESET', 'EPIPE'])
const USER_AGENT = 'Firstchair-Webhooks/1'

/**
 * Posts to addresses that the owner chooses: follows no redirects, refuses private networks unless they are allowed,
 * and has a timeout of 15 seconds.
 */
export function createPost({ allowsPrivate }: { allowsPrivate: () => boolean }): Post {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxFreeSockets: MOST_KEPT }),
    'https:': new https.Agent({ keepAlive: true, maxFreeSockets: MOST_KEPT }),
  }
  const lookup = guardedLookup(allowsPrivate)

  const post = async ({ url, headers, body }: Parameters<Post>[0]) => {
    const target = new URL(url)
    const literal = addressIn(target)
    if (literal && !isAllowed(literal, { allowsPrivate: allowsPrivate() }))
      return { status: null, text: notAllowed(target.hostname).message }
    try {
      const agent = agents[target.protocol as keyof typeof agents]
      return await send(target, { headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) }, { agent, lookup })
    } catch (error) {
      return { status: null, text: reasonOf(error as Error) }
    }
  }

  return Object.assign(post, { close: () => Object.values(agents).forEach((agent) => agent.destroy()) })
}

type Message = { headers: Record<string, string>; body: string; signal: AbortSignal }
type Connecting = { agent: http.Agent | false; lookup: LookupFunction }

function send(target: URL, message: Message, { agent, lookup }: Connecting): Promise<Answered> {
  const { headers, body, signal } = message
  const { request: begin } = target.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const request = begin(target, {
      method: 'POST',
      headers: { 'user-agent': USER_AGENT, 'content-length': Buffer.byteLength(body), ...headers },
      agent,
      lookup,
      signal,
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The endpoint may have closed the connection while it was idle, so this error says nothing about the request.
      // If the endpoint did read the request, it recognizes the retry by the same webhook-id.
      const isStale = request.reusedSocket && CLOSED.has(error.code!)
      if (isStale) resolve(send(target, message, { agent: false, lookup }))
      else reject(error)
    })
    request.on('response', (response) => readAnswer(request, response, { resolve, reject }))
    request.end(body)
  })
}

const MOVED = [301, 302, 307, 308]

type Settling = { resolve: (answered: Answered) => void; reject: (error: Error) => void }

function readAnswer(request: http.ClientRequest, response: http.IncomingMessage, { resolve, reject }: Settling) {
  const status = response.statusCode!
  let [text, read] = ['', 0]
  response.on('error', reject)
  response.on('data', (chunk: Buffer) => {
    if (text.length < LONGEST_ANSWER) text += chunk.toString('latin1')
    if ((read += chunk.length) <= MOST_READ) return
    request.destroy()
    resolve({ status, text: toText(text) })
  })
  response.on('end', () => {
    const { location } = response.headers
    const moved = MOVED.includes(status)
      ? `Redirects are not followed. It moved to ${location ?? 'an unnamed address'}: enter that one.`
      : ''
    resolve({ status, text: toText(moved || text) })
  })
}

function toText(bytes: string): string {
  return Buffer.from(bytes.slice(0, LONGEST_ANSWER), 'latin1').toString('utf8').replaceAll('\0', '\uFFFD')
}

function tlsFault(code: string): string {
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired.'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'its certificate is for another name.'
  if (/SELF_SIGNED/.test(code)) return 'its certificate is self-signed, so nobody vouches for it.'
  if (/ISSUER|LEAF_SIGNATURE/.test(code)) return 'its certificate comes without those that vouch for it.'
  return `TLS failed (${code}).`
}

function reasonOf(error: Error & { code?: string }): string {
  if (error instanceof NotAllowed) return error.message
  if (error.name === 'TimeoutError' || error.code === 'ABORT_ERR') return 'No answer came within 15 seconds.'
  const words: Record<string, string> = {
    ENOTFOUND: 'This name is not in DNS.',
    ECONNREFUSED: 'The connection was refused.',
    ECONNRESET: 'The connection broke before an answer came.',
    EPIPE: 'The connection broke before an answer came.',
  }
  if (/CERT|SIGNED|_TLS_|^ERR_SSL|LEAF_SIGNATURE/.test(error.code ?? ''))
    return `The connection is not secure: ${tlsFault(error.code!)}`
  if (error.code?.startsWith('HPE_')) return 'The answer was not valid HTTP.'
  return words[error.code ?? ''] ?? `The request failed: ${error.code ?? error.message}`.slice(0, LONGEST_ANSWER)
}
