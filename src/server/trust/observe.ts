import type pg from 'pg'
import type { JoinRequest } from '#shared/join.ts'
import { TRUST_VERSION } from '#site/trust.ts'
import { ensureSecret } from '../db/secrets.ts'
import type { HoldCause } from '../ledger/hold-causes.ts'
import { cannotExist, domainOf, isDisposable, isRandom, isRelay, nameOf } from './mailbox.ts'
import { createHashBlock } from './network-block.ts'
import { readStamp, signStamp } from './page-stamps.ts'
import type { ActiveRules } from './rules.ts'
import { doHold, found, type FoundSignal, timeSignal } from './signals.ts'

/** What a join shows besides its answers, for the joining statement. */
export type Observed = {
  /** In epoch milliseconds, as `opened_at`: PostgreSQL reads numbers faster. */
  at: number
  block: string | null
  opened_at: number | null
  stamp: string | null
  /** Null for none, as for nearly everybody. */
  signals: (FoundSignal & { version: number })[] | null
  holds: HoldCause[] | null
}

export type Observe = {
  /** The stamp of a form that is opened now. */
  stamp: () => string
  join: (request: JoinRequest, ip: string) => Observed
  /** The keyed hash of the address's network; null for an internal address. */
  block: (ip: string) => string | null
}

type Dependencies = { pool: pg.Pool; now: () => Date; rules: () => ActiveRules }

/** Sees what a request alone can tell. It waits for nothing: the key is read at the start. */
export async function createObserve({ pool, now, rules }: Dependencies): Promise<Observe> {
  const key = await ensureSecret(pool, 'trust_key')
  const hashOf = createHashBlock(key)

  return {
    stamp: () => signStamp(now(), key),
    block: hashOf,
    join(request, ip) {
      const at = now()
      const page = request.stamp ? readStamp(request.stamp, { key, now: at }) : null
      const block = hashOf(ip)
      const elapsed = answeringTime({ openedAt: page?.openedAt ?? null, at, elapsedMs: request.elapsed_ms ?? null })
      const signals = [
        ...(request.website ? [found('trap')] : []),
        ...signalsOfEmail(request.email),
        ...timeSignal(elapsed),
        ...rules().signalsFor({ email: request.email, block }),
      ]
      return {
        at: at.getTime(),
        block,
        opened_at: page?.openedAt.getTime() ?? null,
        stamp: page?.id ?? null,
        signals: signals.length > 0 ? signals.map((signal) => ({ ...signal, version: TRUST_VERSION })) : null,
        holds: doHold(signals) ? ['signals'] : null,
      }
    },
  }
}

/** The signals of an address alone. */
export function signalsOfEmail(email: string): FoundSignal[] {
  const { signals, isRelay } = verdictOf(domainOf(email))
  return signals.length > 0 || isRelay || !isRandom(nameOf(email)) ? signals : [found('random-letters')]
}

type Verdict = { signals: FoundSignal[]; isRelay: boolean }

/** Most people have their mail at one of a few domains. */
const verdicts = new Map<string, Verdict>()
const MOST_VERDICTS = 2_000

function verdictOf(domain: string): Verdict {
  const known = verdicts.get(domain)
  if (known) return known
  const verdict = { signals: signalsOfDomain(domain), isRelay: isRelay(domain) }
  if (verdicts.size >= MOST_VERDICTS) verdicts.clear()
  verdicts.set(domain, verdict)
  return verdict
}

function signalsOfDomain(domain: string): FoundSignal[] {
  if (cannotExist(domain)) return [found('no-mail-domain', { domain })]
  if (isDisposable(domain)) return [found('disposable-domain', { domain })]
  return !isRelay(domain) && isRandom(domain.split('.', 1)[0]!) ? [found('random-letters')] : []
}

type Times = { openedAt: Date | null; at: Date; elapsedMs: number | null }

/** The shorter of what the browser says and what the stamp proves; null if nothing is known. */
export function answeringTime({ openedAt, at, elapsedMs }: Times): number | null {
  const sinceOpened = openedAt === null ? Infinity : Math.max(0, at.getTime() - openedAt.getTime())
  const shortest = Math.min(sinceOpened, elapsedMs ?? Infinity)
  return Number.isFinite(shortest) ? shortest : null
}
