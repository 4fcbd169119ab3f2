import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { AppError } from '../base/errors.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { createRateWindows, type Limit, type RateWindows } from './rate-windows.ts'
import type { App } from './server.ts'
import { limitedNetworks, type Networks } from '../config/visitor-address.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Limits the route by the visitor's networks. */
    rateLimit?: RouteLimit
  }
}

/** How often the visitors of one address may call a route in a minute. */
export type RouteLimit = {
  max: number
  /** The window of time; a minute if not given. */
  minutes?: number
  /** All visitors share one count, wherever they are. */
  isForAll?: boolean
  /** The same for an IPv4 /24 or an IPv6 /48, where an address is one of many; if not given, ten times as often. */
  block?: number
  /** The same for a provider's IPv4 /16 or IPv6 /32; if not given, 250 times as often. */
  provider?: number
}

const TIMES = { block: 10, provider: 250 }
export const MINUTE_MS = 60_000

type Settings = Pick<Config, 'trustProxy' | 'rateLimit'>

/** For limits by anything else than the address. */
export type Limits = Pick<RateWindows, 'take' | 'findUsedUp' | 'count'> & {
  /** The networks by which a visitor is limited; null for one who is not. */
  networksOf: (ip: string) => Networks | null
}
export type { Limit }

/** As with `RATE_LIMIT=off`. */
const NO_LIMITS: Limits = { networksOf: () => null, take: () => null, findUsedUp: () => null, count: () => {} }

/**
 * Limits the routes that ask for it, by the visitor's networks, so that many addresses do not multiply a limit. Behind a
 * proxy that `TRUST_PROXY` does not name, every visitor has the proxy's address, and a limit would lock out the crowd on
 * launch day. Internal addresses are therefore not limited until the proxy is named. See docs/decisions/0072-limits-shared-by-servers.md.
 * Returns the limits for anything else.
 */
export async function limitRates(
  app: App,
  { trustProxy, rateLimit: isOn }: Settings,
  { pool, logFailure }: { pool: pg.Pool; logFailure: LogFailure },
): Promise<Limits> {
  if (!isOn) return NO_LIMITS
  const windows = createRateWindows({ db: pool, logFailure })
  app.addHook('onClose', () => windows.stop())
  app.addHook('onRoute', (route) => {
    const limit = route.config?.rateLimit
    if (!limit) return
    const name = `${String(route.method)} ${route.url}`
    route.onRequest = [route.onRequest ?? [], check].flat()

    function check({ ip }: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) {
      const from = limitedNetworks(ip, trustProxy)
      const wait = windows.take(limitsOf(name, limit!, from))
      done(wait === null ? undefined : tooMany(wait))
    }
  })
  return { ...windows, networksOf: (ip) => limitedNetworks(ip, trustProxy) }
}

function limitsOf(route: string, limit: RouteLimit, from: Networks | null): Limit[] {
  const { max, minutes = 1, isForAll, block = TIMES.block * max, provider = TIMES.provider * max } = limit
  const windowMs = minutes * MINUTE_MS
  if (isForAll) return [{ key: route, max, windowMs, from: null }]
  if (!from) return []
  return [
    { key: `${route} ${from.address}`, max, windowMs, from },
    { key: `${route} ${from.block}`, max: block, windowMs, from },
    { key: `${route} ${from.provider}`, max: provider, windowMs, from: null },
  ]
}

/** The error of a request that is one too many. */
export function tooMany(waitMs: number): AppError {
  return new AppError('rate-limited', { retryAfter: Math.ceil(waitMs / 1_000) })
}
