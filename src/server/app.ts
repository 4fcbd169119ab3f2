import rateLimit from '@fastify/rate-limit'
import type pg from 'pg'
import { createCounters } from './analytics/counters.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import type { Config } from './config.ts'
import { contactRoutes } from './contact/routes.ts'
import { createStoreMessage } from './contact/store-message.ts'
import { AppError } from './errors.ts'
import { healthRoutes } from './http/health-routes.ts'
import { openapi } from './http/openapi.ts'
import { pageRoutes } from './http/pages.ts'
import { type App, createServer } from './http/server.ts'
import type { Enqueue } from './jobs/enqueue.ts'
import { createCount } from './waitlist/count.ts'
import { createJoin } from './waitlist/join.ts'
import { waitlistRoutes } from './waitlist/routes.ts'

type AppConfig = Pick<Config, 'trustProxy' | 'rateLimit' | 'logLevel' | 'publicUrl'> &
  Partial<Pick<Config, 'measurementId'>>
type Dependencies = {
  config: AppConfig
  pool: pg.Pool
  enqueue: Enqueue
  /** The folder of the built site. Without it only the API is served. */
  dist?: string | undefined
  /** Draws a referral code; random without. */
  draw?: (() => string) | undefined
}

/** The whole HTTP side of the product on one database, not yet listening. */
export async function buildApp({ config, pool, enqueue, dist, draw }: Dependencies): Promise<App> {
  const app = createServer(config)
  await openapi(app)
  await limitRates(app, config)
  const join = createJoin({
    pool,
    enqueue,
    draw,
    onFailure: (error) => app.log.error({ err: error }, `joining failed: ${error.stage}`),
  })
  healthRoutes(app, { pool })
  waitlistRoutes(app, { join, count: createCount(pool) })
  contactRoutes(app, { store: createStoreMessage({ pool, enqueue }) })
  const counters = createCounters({
    pool,
    onFailure: (error) => app.log.error({ err: error }, 'the counts of events could not be written'),
  })
  analyticsRoutes(app, { counters })
  if (dist) pageRoutes(app, { dist, publicUrl: config.publicUrl, measurementId: config.measurementId })
  return app
}

/**
 * Limits the routes that ask for it, by the visitor's address. Behind a proxy that we were not told to trust every
 * visitor has the proxy's address, and a limit would lock out the crowd on launch day: loopback is let through.
 */
async function limitRates(app: App, { trustProxy, rateLimit: isOn }: AppConfig) {
  if (!isOn) return
  await app.register(rateLimit, {
    global: false,
    allowList: (request) => !trustProxy && isLoopback(request.ip),
    errorResponseBuilder: () => new AppError('rate-limited'),
  })
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}
