import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { JoinRequest } from '#shared/joining/join.ts'
import { site } from '#shared/site/site.ts'
import { FASTEST_ANSWER_MS, FASTEST_PERSON_MS, type Mark } from '#site/trust.ts'
import { isInternal, networksOf } from '../base/config/visitor-address.ts'
import { ensureSecret } from '../db/settings.ts'
import type { DomainRules } from './domain-rules.ts'
import { cannotExist, domainOf, isDisposable } from './mailbox.ts'
import type { Pool } from '../db/query.ts'

export type Observed = {
  /** In epoch milliseconds: PostgreSQL reads numbers faster. */
  at: number
  block: string | null
  /** Null if there are none. */
  marks: Mark[] | null
}

export type Observe = {
  stamp: () => string
  join: (request: JoinRequest, ip: string) => Observed
  /** Only the address is judged: the network and the form are the program's. */
  joinByKey: (email: string) => Observed
  block: (ip: string) => string | null
}

type Dependencies = { pool: Pool; now: () => Date; rules: () => DomainRules }

/** Reads the key once, so that observing a join never waits for I/O. */
export async function createObserve({ pool, now, rules }: Dependencies): Promise<Observe> {
  const secret = await ensureSecret(pool, 'trust_key')
  // Node prepares a key object only once, and a string at each use.
  const key = createSecretKey(secret, 'utf8')
  const hashOf = createHashBlock(secret)
  const toObserved = (at: Date, block: string | null, marks: Mark[]): Observed => ({
    at: at.getTime(),
    block,
    marks: marks.length > 0 ? marks : null,
  })

  return {
    stamp: () => signStamp(now(), key),
    block: hashOf,
    join(request, ip) {
      const at = now()
      const openedAt = request.stamp ? readStamp(request.stamp, { key, now: at }) : null
      return toObserved(
        at,
        hashOf(ip),
        rules().isTrusted(request.email)
          ? []
          : [
              ...(request.website ? (['trap'] as const) : []),
              ...marksOfAddress(request.email, rules()),
              ...(isTooFast({ openedAt, at, elapsedMs: request.elapsed_ms ?? null }) ? (['too-fast'] as const) : []),
              ...(openedAt === null ? (['no-page'] as const) : []),
            ],
      )
    },
    joinByKey: (email) => toObserved(now(), null, marksOfAddress(email, rules())),
  }
}

export function marksOfAddress(email: string, rules: DomainRules): Mark[] {
  if (rules.isTrusted(email)) return []
  return [...marksOfDomain(domainOf(email)), ...(rules.isRefused(email) ? (['refused-domain'] as const) : [])]
}

const known = new Map<string, Mark[]>()
const MOST_KNOWN = 2_000

function marksOfDomain(domain: string): Mark[] {
  const marks = known.get(domain)
  if (marks) return marks
  const seen: Mark[] = cannotExist(domain) ? ['no-mail-domain'] : isDisposable(domain) ? ['disposable-domain'] : []
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(domain, seen)
  return seen
}

type Times = { openedAt: Date | null; at: Date; elapsedMs: number | null }

/** The longest time that is known counts: a stamp may come only when the form is sent, and a clock may have stepped back. */
function isTooFast({ openedAt, at, elapsedMs }: Times): boolean {
  const sinceOpened = openedAt === null || openedAt > at ? [] : [at.getTime() - openedAt.getTime()]
  const times = [...sinceOpened, ...(elapsedMs === null ? [] : [elapsedMs])]
  const fastest = Math.min(FASTEST_PERSON_MS, FASTEST_ANSWER_MS * site().questions.length)
  return times.length > 0 && Math.max(...times) < fastest
}

const MOST_HASHED = 2_000

/** 64 bits, as a decimal number for a `bigint`. Null for an internal address: behind an unconfigured proxy everybody has the same one. */
function createHashBlock(key: string): (ip: string) => string | null {
  const known = new Map<string, string | null>()
  return (ip) => {
    const found = known.get(ip)
    if (found !== undefined) return found
    const block = isIP(ip) && !isInternal(ip) ? networksOf(ip).block : null
    const hash = block === null ? null : createHmac('sha256', key).update(block).digest().readBigInt64BE().toString()
    if (known.size >= MOST_HASHED) known.clear()
    known.set(ip, hash)
    return hash
  }
}

const CONTENT_BYTES = 14
const MAC_BYTES = 10
/** A tab may stay open for long. */
const GOOD_FOR_MS = 7 * 24 * 60 * 60_000

export function signStamp(openedAt: Date, key: KeyObject): string {
  const content = randomBytes(CONTENT_BYTES)
  content.writeUIntBE(openedAt.getTime(), 0, 6)
  return Buffer.concat([content, macOf(content, key)]).toString('base64url')
}

/** Null if it is forged or too old. Later than `now` if the clock has stepped back. */
function readStamp(stamp: string, { key, now }: { key: KeyObject; now: Date }): Date | null {
  const bytes = Buffer.from(stamp, 'base64url')
  if (bytes.length !== CONTENT_BYTES + MAC_BYTES) return null
  const content = bytes.subarray(0, CONTENT_BYTES)
  if (!timingSafeEqual(bytes.subarray(CONTENT_BYTES), macOf(content, key))) return null
  const openedAt = new Date(content.readUIntBE(0, 6))
  return now.getTime() - openedAt.getTime() > GOOD_FOR_MS ? null : openedAt
}

function macOf(content: Buffer, key: KeyObject): Buffer {
  return createHmac('sha256', key).update('page').update(content).digest().subarray(0, MAC_BYTES)
}
