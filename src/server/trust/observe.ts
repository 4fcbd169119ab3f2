import { createSecretKey } from 'node:crypto'
import type pg from 'pg'
import type { JoinRequest } from '#shared/joining/join.ts'
import { TRUST_VERSION } from '#site/trust.ts'
import { ensureSecret } from '../db/secrets.ts'
import type { HoldCause } from '../ledger/hold-causes.ts'
import { cannotExist, domainOf, isDisposable } from './mailbox.ts'
import { createHashBlock } from './network-block.ts'
import { readStamp, signStamp } from './page-stamps.ts'
import type { ActiveRules } from './rules.ts'
import { doHold, found, type FoundSignal, timeSignal } from './signals.ts'

/** Facts about a join other than its answers, for the joining statement. */
export type Observed = {
  /** In epoch milliseconds: PostgreSQL reads numbers faster. */
  at: number
  block: string | null
  /** Null if there are none, the usual case. */
  signals: (FoundSignal & { version: number })[] | null
  causes: HoldCause[] | null
  /**
   * Whether the only reason for a hold is that no form was opened. Such a hold applies only to people who used a code.
   */
  lacks_page: boolean
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

type Dependencies = { pool: pg.Pool; now: () => Date; rules: () => ActiveRules }

/** Reads the key once, so that observing a join never waits for I/O. */
export async function createObserve({ pool, now, rules }: Dependencies): Promise<Observe> {
  const secret = await ensureSecret(pool, 'trust_key')
  // Node prepares a key object only once, and a string at each use.
  const key = createSecretKey(secret, 'utf8')
  const hashOf = createHashBlock(secret)

  return {
    stamp: () => signStamp(now(), key),
    block: hashOf,
    join(request, ip) {
      const at = now()
      const openedAt = request.stamp ? readStamp(request.stamp, { key, now: at }) : null
      const block = hashOf(ip)
      const told = [
        ...(request.website ? [found('trap')] : []),
        ...signalsOfAddress(request.email, block),
        ...timeSignal({ openedAt, at, elapsedMs: request.elapsed_ms ?? null }),
      ]
      return toObserved(at, { block, told, hasPage: openedAt !== null })
    },
    joinByKey: (email) => toObserved(now(), { block: null, told: signalsOfAddress(email, null), hasPage: true }),
  }

  function signalsOfAddress(email: string, block: string | null): FoundSignal[] {
    return [...signalsOfDomain(domainOf(email)), ...rules().signalsFor({ email, block })]
  }
}

type Found = { block: string | null; told: FoundSignal[]; hasPage: boolean }

function toObserved(at: Date, { block, told, hasPage }: Found): Observed {
  const signals = hasPage ? told : [...told, found('no-page')]
  return {
    at: at.getTime(),
    block,
    signals: signals.length > 0 ? signals.map((signal) => ({ ...signal, version: TRUST_VERSION })) : null,
    causes: doHold(told) ? ['signals'] : null,
    lacks_page: !doHold(told) && doHold(signals),
  }
}

/** A cache, because most people have their mail at one of a few domains. */
const known = new Map<string, FoundSignal[]>()
const MOST_KNOWN = 2_000

/** The marks that a mail domain gives, without a look-up. */
export function signalsOfDomain(domain: string): FoundSignal[] {
  const signals = known.get(domain)
  if (signals) return signals
  const seen = lookAt(domain)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(domain, seen)
  return seen
}

function lookAt(domain: string): FoundSignal[] {
  if (cannotExist(domain)) return [found('no-mail-domain', { domain })]
  return isDisposable(domain) ? [found('disposable-domain', { domain })] : []
}
