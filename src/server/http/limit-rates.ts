import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Config } from '../base/config/config.ts'
import { AppError } from '../base/errors.ts'
import { createRateWindows, type Limit, type RateWindows } from './rate-windows.ts'
import { limitedNetworks, type Networks } from '../base/config/visitor-address.ts'
import type { Pool } from '../db/query.ts'
import type { App } from './route.ts'
import type { LogFailure } from '../base/start-repeating.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    rateLimit?: RouteLimit
  }
}

type RouteLimit = {
  max: number
  minutes?: number
  isForAll?: boolean
  /** IPv4 /24, IPv6 /48. Ten times `max` if not given. */
  block?: number
  /** IPv4 /16, IPv6 /32. 250 times `max` if not given. */
  provider?: number
}

const TIMES = { block: 10, provider: 250 }
export const MINUTE_MS = 60_000

type Settings = Pick<Config, 'trustProxy' | 'rateLimit'>

export type Limits = Pick<RateWindows, 'take' | 'findUsedUp' | 'count'> & {
  networksOf: (ip: string) => Networks | null
}
export type { Limit }

const NO_LIMITS: Limits = { networksOf: () => null, take: () => null, findUsedUp: () => null, count: () => {} }

/**
 * Behind a proxy that `TRUST_PROXY` does not name, everybody has its address, so internal addresses are not limited.
 * `windows` count also with `RATE_LIMIT=off`, for wrong passwords. See docs/decisions/0072-limits-shared-by-servers.md.
 */
export async function limitRates(
  app: App,
  { trustProxy, rateLimit: isOn }: Settings,
  { pool, logFailure }: { pool: Pool; logFailure: LogFailure },
): Promise<{ limits: Limits; windows: RateWindows }> {
  const windows = createRateWindows({ db: pool, logFailure })
  app.addHook('onClose', () => windows.stop())
  if (!isOn) return { limits: NO_LIMITS, windows }
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
  return { limits: { ...windows, networksOf: (ip) => limitedNetworks(ip, trustProxy) }, windows }
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

export function tooMany(waitMs: number): AppError {
  return new AppError('rate-limited', { retryAfter: Math.ceil(waitMs / 1_000) })
}
