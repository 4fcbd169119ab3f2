import rateLimit from '@fastify/rate-limit'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { LogFailure } from '../log-failures.ts'
import { createRateWindows } from './rate-windows.ts'
import type { App } from './server.ts'
import { isInternal, subscriberOf } from './visitor-address.ts'

type Settings = Pick<Config, 'trustProxy' | 'rateLimit'>

/** How often something may happen in a minute. */
export type Limit = { key: string; max: number }

/** Counts a request under each of these keys. Throws an AppError if it is one too many for any. */
export type CheckLimits = (limits: Limit[]) => void

const MINUTE_MS = 60_000

/**
 * Limits the routes that ask for it, by the visitor's address. Behind a proxy that `TRUST_PROXY` does not name, every
 * visitor has the proxy's address, and a limit would lock out the crowd on launch day. Internal addresses are therefore
 * not limited until the proxy is named. See docs/decisions/0006-no-rate-limit-for-private-addresses.md. Returns the check
 * for limits by anything else; without limits, it lets everything pass.
 */
export async function limitRates(
  app: App,
  { trustProxy, rateLimit: isOn }: Settings,
  { pool, logFailure }: { pool: pg.Pool; logFailure: LogFailure },
): Promise<CheckLimits> {
  if (!isOn) return () => {}
  const windows = createRateWindows({
    db: pool,
    onError: (error) => logFailure('the counts of limits could not be shared', error),
  })
  app.addHook('onClose', () => windows.stop())
  await app.register(rateLimit, {
    global: false,
    store: windows.store,
    keyGenerator: ({ ip }) => subscriberOf(ip),
    allowList: ({ ip }) => !trustProxy && isInternal(ip),
    errorResponseBuilder: () => new AppError('rate-limited'),
  })
  return (limits) => {
    for (const { key, max } of limits) {
      const { current, ttl } = windows.count(key, MINUTE_MS)
      if (current > max) throw new AppError('rate-limited', { retryAfter: Math.ceil(ttl / 1_000) })
    }
  }
}
