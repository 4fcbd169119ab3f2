import { createSecretKey } from 'node:crypto'
import type pg from 'pg'
import type { JoinRequest } from '#shared/joining/join.ts'
import { FASTEST_PERSON_MS, type Mark } from '#site/trust.ts'
import { ensureSecret } from '../db/secrets.ts'
import type { DomainRules } from './domain-rules.ts'
import { cannotExist, domainOf, isDisposable } from './mailbox.ts'
import { createHashBlock } from './network-block.ts'
import { readStamp, signStamp } from './page-stamps.ts'

/** Facts about a join other than its answers, for the joining statement. */
export type Observed = {
  /** In epoch milliseconds: PostgreSQL reads numbers faster. */
  at: number
  block: string | null
  /** Null if there are none, the usual case. */
  marks: Mark[] | null
}

export type Observe = {
  /** The stamp of a form that is opened now. */
  stamp: () => string
  join: (request: JoinRequest, ip: string) => Observed
  /** Observes a join that a program sent: its network and its form are the program's, so only the address is judged. */
  joinByKey: (email: string) => Observed
  /** The keyed hash of the address's network; null for an internal address. */
  block: (ip: string) => string | null
}

type Dependencies = { pool: pg.Pool; now: () => Date; rules: () => DomainRules }

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

/** The marks that an address gives without a look-up. */
export function marksOfAddress(email: string, rules: DomainRules): Mark[] {
  if (rules.isTrusted(email)) return []
  return [...marksOfDomain(domainOf(email)), ...(rules.isRefused(email) ? (['refused-domain'] as const) : [])]
}

/** A cache, because most people have their mail at one of a few domains. */
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

/**
 * Whether the form was sent faster than anybody can read. The longest time that is known counts: a form may have got its
 * stamp only when it was sent, and the browser's clock may have stepped back.
 */
function isTooFast({ openedAt, at, elapsedMs }: Times): boolean {
  const sinceOpened = openedAt === null || openedAt > at ? [] : [at.getTime() - openedAt.getTime()]
  const times = [...sinceOpened, ...(elapsedMs === null ? [] : [elapsedMs])]
  return times.length > 0 && Math.max(...times) < FASTEST_PERSON_MS
}
