import type pg from 'pg'
import type { TakeBackSettings } from './acts/kinds/settings.ts'
import { buildApp } from './app.ts'
import type { AppOptions } from './parts.ts'
import { createErasing } from './create-erasing.ts'
import type { Connection } from './db/client.ts'
import type { EraseEntries } from './erasing/erase-entries.ts'
import type { Paces } from './deliveries/outbox/attempt-delivery.ts'
import { derived } from './base/derived.ts'
import { SERVICES } from '#shared/owner/integrations.ts'
import { beginAnew } from './deliveries/outbox/check-service.ts'
import { createDeliveries } from './deliveries/deliveries.ts'
import type { Deliveries } from './deliveries/outbox/delivery.ts'
import { createMailOwner } from './deliveries/mail/send-to-owner.ts'
import { type Clients, createServices, type Services } from './deliveries/outbox/services.ts'
import { type RunningJobs, startJobs } from './deliveries/start-jobs.ts'
import { createRunSync } from './deliveries/sync/run-sync.ts'
import { createHandlers } from './handlers.ts'
import { closeApp } from './http/listen.ts'
import { BESIDE_REQUESTS, type LogFailure } from './base/log-failures.ts'
import type { SettingsInForce } from './settings/in-force.ts'
import { takeBackSettings as takeBack } from './settings/save-settings.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

type Given = {
  settings: SettingsInForce
  connection: Connection
  /** Each pool has its own connections, so that one kind of work never takes those of another. */
  pools: Record<'server' | 'dashboard' | 'jobs', pg.Pool>
  /** Stops the parts that this function starts: first requests, then jobs, then calls to services. */
  parts: AsyncDisposableStack
  /** Logs the failures of jobs. */
  logFailure: LogFailure
  app: AppOptions
  paces?: Paces | undefined
  lookEveryMs?: number
  /** For tests that run no jobs: the queues are prepared already. */
  isPrepared?: boolean
  /** For tests: stand-ins for the services and their deliveries. */
  stand?: { services: Services; deliveries: Deliveries } | undefined
}

/**
 * Builds the app, the services and the jobs on one database, for a server and for tests. The app does not listen yet,
 * and no job runs before `work` is called.
 */
export async function wire(given: Given) {
  const { settings, pools, parts, logFailure, app: options, stand } = given
  const config = settings.current
  const clients = createServices(config)
  const services = stand?.services ?? clients
  parts.defer(() => Object.values(services).forEach((service) => service?.close?.()))
  const takeBackSettings: TakeBackSettings = (tx, made) => takeBack(tx, { ...settings, ...made })
  const jobs = await openQueues(given)
  const { journal, eraseEntries, eraseRequests, turnIntoRequests } = createErasing(config())
  const mailOwner = createMailOwner({ services, config })
  const webhooks = createWebhooks({ pool: pools.jobs, keyring: settings.keyring, config, logFailure, mailOwner })
  await webhooks.refreshRecipients()
  const app = await buildApp({
    ...options,
    settings,
    takeBackSettings,
    pool: pools.server,
    dashboardPool: pools.dashboard,
    jobs,
    eraseEntries,
    eraseRequests,
    services,
    mailOwner,
    webhooks,
  })
  parts.defer(() => closeApp(app))
  const work = prepareWork(given, { clients, jobs, eraseEntries, takeBackSettings })
  retryAfterChanges(given, services)
  return { app, jobs, services, webhooks, journal, eraseEntries, eraseRequests, turnIntoRequests, work }
}
export type Wired = Awaited<ReturnType<typeof wire>>

async function openQueues({ connection, pools, parts, logFailure, lookEveryMs, isPrepared }: Given) {
  const jobs = await startJobs({
    connection,
    logFailure,
    ...(lookEveryMs !== undefined && { lookEveryMs }),
    ...(isPrepared && { prepared: pools.jobs }),
  })
  parts.defer(() => jobs.stop())
  return jobs
}

type WorkDependencies = {
  clients: Clients
  jobs: RunningJobs
  eraseEntries: EraseEntries
  takeBackSettings: TakeBackSettings
}

/** Returns the function that starts the workers. Workers always use the current settings of the services. */
function prepareWork(
  { settings, pools, stand, paces, logFailure }: Given,
  { clients, jobs, eraseEntries, takeBackSettings }: WorkDependencies,
): () => Promise<void> {
  const pool = pools.jobs
  const config = settings.current
  const made = derived(
    () => [config(), clients.mail, clients.notion, clients.beehiiv],
    (current) => {
      const deliveries = stand?.deliveries ?? createDeliveries({ ...current, pool, services: clients })
      const runSync = createRunSync({ boss: jobs.boss, pool, services: clients, deliveries, paces, logFailure })
      return { deliveries, runSync }
    },
  )
  const deliveries = () => made().deliveries
  const handlers = createHandlers({
    ...jobs,
    pool,
    deliveries,
    eraseEntries,
    isProductSet: () => config().productUrl !== null,
    siteFile: config().siteFile,
    takeBackSettings,
    runSync: (run, signal) => made().runSync(run, signal),
  })
  return () => jobs.work({ handlers, deliveries, pool, paces })
}

/** When the settings of a service change, deliveries that wait for the service are retried at once. */
function retryAfterChanges({ settings, pools, parts, logFailure }: Given, services: Services): void {
  const checks = new Set<Promise<unknown>>()
  parts.defer(async () => void (await Promise.all(checks)))
  settings.onChange((former) => {
    for (const service of SERVICES) {
      if (former[service] === settings.current()[service] || !services[service]) continue
      const check = beginAnew(pools.jobs, services, service).catch((error) => logFailure(BESIDE_REQUESTS, error))
      checks.add(check)
      void check.then(() => checks.delete(check))
    }
  })
}
