import type pg from 'pg'
import type { JoinRequest } from '#shared/join.ts'
import { TRUST_VERSION } from '#site/trust.ts'
import { ensureSecret } from '../db/secrets.ts'
import type { HoldCause } from '../ledger/hold-causes.ts'
import { cannotExist, domainOf, isDisposable, isRandom, isRelay, nameOf } from './mailbox.ts'
import { blockOf, hashBlock } from './network-block.ts'
import { readStamp, signStamp } from './page-stamps.ts'
import type { ActiveRules } from './rules.ts'
import { doHold, found, type FoundSignal, timeSignal } from './signals.ts'

/** What a join shows besides its answers, for the joining statement. */
export type Observed = {
  at: string
  block: string | null
  opened_at: string | null
  stamp: string | null
  /** Null for none, as for nearly everybody. */
  signals: (FoundSignal & { version: number })[] | null
  holds: HoldCause[] | null
}

export type Observe = {
  /** The stamp of a form that is opened now. */
  stamp: () => Promise<string>
  join: (request: JoinRequest, ip: string) => Promise<Observed>
  /** The keyed hash of the address's network; null for an internal address. */
  block: (ip: string) => Promise<string | null>
}

type Dependencies = { pool: pg.Pool; now: () => Date; rules: () => ActiveRules }

/** Sees what a request alone can tell. It waits for nothing but the key, once. */
export function createObserve({ pool, now, rules }: Dependencies): Observe {
  let known: Promise<string> | undefined

  return {
    stamp: async () => signStamp(now(), await key()),
    block: async (ip) => hashOf(ip, await key()),
    async join(request, ip) {
      const at = now()
      const page = request.stamp ? readStamp(request.stamp, { key: await key(), now: at }) : null
      const block = hashOf(ip, await key())
      const elapsed = answeringTime({ openedAt: page?.openedAt ?? null, at, elapsedMs: request.elapsed_ms ?? null })
      const signals = [
        ...(request.website ? [found('trap')] : []),
        ...signalsOfEmail(request.email),
        ...timeSignal(elapsed),
        ...rules().signalsFor({ email: request.email, block }),
      ]
      return {
        at: at.toISOString(),
        block,
        opened_at: page?.openedAt.toISOString() ?? null,
        stamp: page?.id ?? null,
        signals: signals.length > 0 ? signals.map((signal) => ({ ...signal, version: TRUST_VERSION })) : null,
        holds: doHold(signals) ? ['signals'] : null,
      }
    },
  }

  function key(): Promise<string> {
    known ??= ensureSecret(pool, 'trust_key').catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}

function hashOf(ip: string, key: string): string | null {
  const block = blockOf(ip)
  return block === null ? null : hashBlock(block, key)
}

/** The signals of an address alone. */
export function signalsOfEmail(email: string): FoundSignal[] {
  const domain = domainOf(email)
  if (cannotExist(domain)) return [found('no-mail-domain', { domain })]
  if (isDisposable(domain)) return [found('disposable-domain', { domain })]
  if (isRelay(domain)) return []
  return isRandom(nameOf(email)) || isRandom(domain.split('.', 1)[0]!) ? [found('random-letters')] : []
}

type Times = { openedAt: Date | null; at: Date; elapsedMs: number | null }

/** The shorter of what the browser says and what the stamp proves; null if nothing is known. */
export function answeringTime({ openedAt, at, elapsedMs }: Times): number | null {
  const sinceOpened = openedAt === null ? Infinity : Math.max(0, at.getTime() - openedAt.getTime())
  const shortest = Math.min(sinceOpened, elapsedMs ?? Infinity)
  return Number.isFinite(shortest) ? shortest : null
}
