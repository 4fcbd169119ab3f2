import { ROUTES } from '#shared/routes.ts'
import type { LaunchDay } from '#shared/list/launch-day.ts'
import type { Context } from '../context.ts'
import { readLeaving } from '../deliveries/services/integration-queries.ts'
import { type App, route } from '../http/route.ts'
import { findWaveGaps } from '../waves/routes.ts'
import { readAccepted, readDay, readUnredeemed } from '../waves/read-day.ts'

export function launchDayRoutes(app: App, ctx: Context) {
  const { dashboardPool: pool, config } = ctx
  const read = shareReads(async (): Promise<LaunchDay> => {
    const at = new Date().toISOString()
    const product = ctx.product()
    const [day, accepted, mail, unredeemed] = await Promise.all([
      readDay(pool),
      readAccepted(pool),
      readLeaving(pool, config().mailBudgets),
      product?.hasSecret ? readUnredeemed(pool) : { unredeemed: null, unredeemed_since: null },
    ])
    return {
      at,
      ...day,
      accepted,
      mail,
      product: product && { answers: product.lastAnswer(), ...unredeemed },
      gaps: findWaveGaps(ctx),
    }
  })
  route(app, ROUTES.launchDay, read)
}

const FRESH_MS = 1_000
/** A slow read is cached for this multiple of the time that it took. */
const KEPT_TIMES = 20

/** At most one read a second, and one at a time. A failure is not cached. */
export function shareReads<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { until: number; value: Promise<Value> } | undefined
  return () => {
    const began = performance.now()
    if (last && began < last.until) return last.value
    const reading = { until: Infinity, value: read() }
    last = reading
    reading.value.then(
      () => (reading.until = began + Math.max(FRESH_MS, (performance.now() - began) * KEPT_TIMES)),
      () => (reading.until = 0),
    )
    return reading.value
  }
}
