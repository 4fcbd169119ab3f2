import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import type { LaunchDay } from '#shared/list/launch-day.ts'
import type { Current } from '../config/config.ts'
import { readLeaving } from '../deliveries/mail/read-leaving.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import type { Product } from '../waves/product.ts'
import { readAccepted, readDay, readUnredeemed } from '../waves/read-day.ts'
import { shareReads } from './share-reads.ts'

type Dependencies = {
  pool: pg.Pool
  product: () => Product | null
  gaps: () => LaunchDay['gaps']
  config: Current<'mailBudgets'>
}

export function launchDayRoutes(app: App, { pool, product: current, gaps, config }: Dependencies) {
  const read = shareReads(async (): Promise<LaunchDay> => {
    const at = new Date().toISOString()
    const product = current()
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
      gaps: gaps(),
    }
  })
  route(app, ROUTES.launchDay, read)
}
