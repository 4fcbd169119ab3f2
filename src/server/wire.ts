import type { Clock } from 'pg-boss'
import type pg from 'pg'
import { type AppConfig, type AppOptions, buildApp } from './app.ts'
import { createErasing } from './create-erasing.ts'
import type { Connection } from './db/client.ts'
import type { Paces } from './deliveries/attempt-delivery.ts'
import { createDeliveries } from './deliveries/deliveries.ts'
import type { Deliveries } from './deliveries/delivery.ts'
import { createServices, type Services } from './deliveries/services.ts'
import { startJobs } from './deliveries/start-jobs.ts'
import { createRunSync } from './deliveries/sync/run-sync.ts'
import { createHandlers } from './handlers.ts'
import { closeApp } from './http/listen.ts'
import type { LogFailure } from './log-failures.ts'

type Given = {
  config: AppConfig
  connection: Connection
  /** Each has its own connections, so that no work takes those of another. */
  pools: Record<'server' | 'dashboard' | 'jobs', pg.Pool>
  /** Stops what this starts: first requests, then jobs, then calls to services. */
  parts: AsyncDisposableStack
  /** Logs the failures of jobs. */
  logFailure: LogFailure
  app: AppOptions
  paces?: Paces | undefined
  clock?: Clock
  /** Replaces the services and their deliveries. */
  stand?: { services: Services; deliveries: Deliveries } | undefined
}

/** The whole product on one database, for a server and for tests. It does not listen, and no job runs before `work`. */
export async function wire({ config, connection, pools, parts, logFailure, app: options, paces, clock, stand }: Given) {
  const pool = pools.jobs
  const clients = createServices(config)
  const services = stand?.services ?? clients
  parts.defer(() => Object.values(services).forEach((service) => service?.close?.()))
  const jobs = await startJobs({ connection, logFailure, ...(clock && { clock }) })
  parts.defer(() => jobs.stop())
  const { journal, eraseEntries, eraseRequests, turnIntoRequests } = createErasing(config)
  const app = await buildApp({
    ...options,
    config,
    pool: pools.server,
    dashboardPool: pools.dashboard,
    jobs,
    eraseEntries,
    eraseRequests,
    services,
  })
  parts.defer(() => closeApp(app))
  const deliveries = stand?.deliveries ?? createDeliveries({ ...config, pool, services: clients })
  const runSync = createRunSync({ boss: jobs.boss, pool, services: clients, deliveries, paces, logFailure })
  const { productUrl } = config
  const handlers = createHandlers({ ...jobs, pool, deliveries, eraseEntries, productUrl, runSync })
  const work = () => jobs.work({ handlers, deliveries, pool, paces })
  return { app, jobs, services, journal, eraseEntries, eraseRequests, turnIntoRequests, work }
}
export type Wired = Awaited<ReturnType<typeof wire>>
