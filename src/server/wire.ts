import type { TakeBackSettings } from './acts/kinds/recorded.ts'
import { allRoutes } from './app.ts'
import { type AppOptions, type Context, createContext } from './context.ts'
import { createErasing } from './create-erasing.ts'
import type { Paces } from './outbox/attempt.ts'
import { derived } from './base/derived.ts'
import { NEWSLETTERS, SERVICES } from '#shared/owner/integrations.ts'
import { createDeliveries } from './deliveries/deliveries.ts'
import type { Deliveries } from './outbox/channel.ts'
import { type LogFailure, together } from './base/start-repeating.ts'
import { addServices } from './outbox/service-queries.ts'
import { startFollowingEvents } from './outbox/follow.ts'
import { startOutbox, type Work } from './outbox/start-outbox.ts'
import { createTellOfChange, createTellOwners } from './deliveries/mail/send-to-owner.ts'
import { beginAnew, type Clients, createServices, type Services } from './deliveries/services/services.ts'
import { createRunSync } from './deliveries/sync/run-sync.ts'
import { closeApp } from './http/listen.ts'
import type { SettingsInForce } from './settings/in-force.ts'
import { takeBackSettings as takeBack } from './settings/save-settings.ts'
import { createWebhooks, type Webhooks } from './api/webhooks/webhooks.ts'
import { createRunAct } from './acts/run-act.ts'
import { createForgetStatistics } from './operations/erasing/forget-statistics.ts'
import { changeEmailLater, leaveLater } from './own-place/change-email.ts'
import type { Pool } from './db/query.ts'
import { BESIDE_REQUESTS } from './base/log-failures.ts'

type Given = {
  settings: SettingsInForce
  /** Each pool has its own connections, so that one kind of work never takes those of another. */
  pools: Record<'server' | 'dashboard' | 'jobs', Pool>
  /** Stops the parts that this function starts: first requests, then jobs, then calls to services. */
  parts: AsyncDisposableStack
  /** Logs the failures of jobs. */
  logFailure: LogFailure
  app: AppOptions
  paces?: Paces | undefined
  lookEveryMs?: number
  /** For tests: whether the outbox sends to endpoints by itself. */
  sendsToEndpoints?: boolean
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
  const { journal, eraseEntries, eraseRequests } = createErasing(config())
  const tellOwners = createTellOwners({ pool: pools.jobs, services, config })
  const webhooks = createWebhooks({ pool: pools.jobs, keyring: settings.keyring, config, logFailure, tellOwners })
  parts.defer(() => webhooks.sending.stop())
  await webhooks.refreshRecipients()
  const ctx = await createContext({
    ...options,
    settings,
    takeBackSettings,
    pool: pools.server,
    dashboardPool: pools.dashboard,
    eraseEntries,
    eraseRequests,
    services,
    tellOfChange: createTellOfChange(tellOwners, logFailure),
    webhooks,
  })
  await allRoutes(ctx)
  const { app } = ctx
  parts.defer(() => closeApp(app))
  const work = prepareWork(given, ctx, { clients, webhooks })
  retryAfterChanges(given, services)
  return { app, services, webhooks, tellOwners, journal, eraseEntries, eraseRequests, work }
}
export type Wired = Awaited<ReturnType<typeof wire>>

/** Returns the function that starts the outbox, which always uses the current settings of the services. */
function prepareWork(
  { settings, pools, parts, stand, paces, lookEveryMs, sendsToEndpoints = true, logFailure }: Given,
  ctx: Context,
  { clients, webhooks }: { clients: Clients; webhooks: Webhooks },
): () => Promise<void> {
  const pool = pools.jobs
  const config = settings.current
  const made = derived(
    () => [config(), clients.mail, clients.notion, ...NEWSLETTERS.map((service) => clients[service])],
    (current) => {
      const deliveries = stand?.deliveries ?? createDeliveries({ ...current, pool, services: clients })
      const runSync = createRunSync({ pool, services: clients, deliveries, paces, logFailure })
      return { deliveries, runSync }
    },
  )
  const deliveries = () => made().deliveries
  const own: Work['own'] = {
    'run-sync': (row, signal) => made().runSync(row, signal),
    'run-act': createRunAct({ ...ctx.engine, pool }),
    'change-email': ({ subject }) => changeEmailLater({ ...ctx, pool }, subject),
    leave: ({ subject }) => leaveLater({ ...ctx, pool }, subject),
    'forget-statistics': createForgetStatistics({ pool }),
  }
  const sendToEndpoints = (ids: string[]) => webhooks.sending.begin(sendsToEndpoints ? ids : [])
  return async () => {
    await addServices(pool)
    const loops = together([
      startOutbox({ pool, deliveries, own, sendToEndpoints, logFailure, paces, lookEveryMs }),
      startFollowingEvents({ pool, deliveries, logFailure }),
    ])
    parts.defer(() => loops.stop())
  }
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
