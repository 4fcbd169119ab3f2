import { fileURLToPath } from 'node:url'
import { ensurePassword } from './admin/password.ts'
import { startNightlyBackups } from './backup/start-nightly-backups.ts'
import { removeLeftovers } from './backup/work-folder.ts'
import { recordErased } from './acts/queries.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { createPool, onOwnClient, VISITORS_PATIENCE } from './db/pool.ts'
import { BESIDE_REQUESTS, createFailureLog } from './log-failures.ts'
import { limitConnections } from './http/limit-connections.ts'
import { closeApp, drain, listen } from './http/listen.ts'
import type { App } from './http/server.ts'
import type { Paces } from './deliveries/attempt-delivery.ts'
import { checkAtStart } from './deliveries/check-at-start.ts'
import { createDeliveries } from './deliveries/deliveries.ts'
import { createHandlers } from './handlers.ts'
import { createServices } from './deliveries/services.ts'
import { isHeld } from './deliveries/service-queries.ts'
import { createRunSync } from './deliveries/sync/run-sync.ts'
import { startJobs } from './deliveries/start-jobs.ts'
import { dropCorrections } from './acts/correction-queries.ts'
import { createErasing } from './create-erasing.ts'
import { dropFormerAddresses } from './opt-outs/queries.ts'
import { replayErasures } from './erasing/replay-erasures.ts'
import { createMetrics } from './metrics/metrics.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { isClockSteady } from './confirming/clock-watch.ts'
import { startExpiring } from './confirming/start-expiring.ts'
import { startForgetting } from './erasing/start-forgetting.ts'
import { diskFull, findFull } from './start-failure.ts'
import { createColumnStore } from './listing/columns/column-store.ts'
import { prepareList } from './listing/prepare-list.ts'
import { startTidyingRanks } from './listing/tidy-ranks.ts'
import { startTidyingSearch } from './listing/tidy-search.ts'
import { createLookUp, type LookUp } from './trust/look-up-domains.ts'
import { startJudging } from './trust/start-judging.ts'
import { startTending } from './waves/start-tending.ts'

export type RunningServer = {
  address: string
  /** Describes the database in words. */
  database: string
  /** The password made at this start, which cannot be read again; null when there was one already. */
  newPassword: string | null
  /** Whether the list was restored, and sends nothing before the owner releases it. */
  isHeld: boolean
  /** `drains`: the server first reports for a moment that traffic should go elsewhere, and still answers requests. */
  stop(options?: { drains: boolean }): Promise<void>
}

/** For a benchmark, whose services have no limits, and whose crowds come over made-up days from made-up domains. */
type Options = { paces?: Paces; trust?: { now: () => Date; lookUp: LookUp } }

/** The output of `npm run build`. */
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))

/** Starts every part or none: if a part fails to start, the earlier parts are stopped again. */
export async function startServer(config: Config, options: Options = {}): Promise<RunningServer> {
  const parts = new AsyncDisposableStack()
  try {
    return await startParts(config, options, parts)
  } catch (error) {
    const full = findFull(config.dataDir)
    await parts.disposeAsync().catch(() => {})
    throw full && !config.databaseUrl ? diskFull(full, error) : error
  }
}

/** Parts stop in reverse order: first requests, then jobs, then calls to services, then the database. */
async function startParts(
  config: Config,
  { paces, trust = { now: () => new Date(), lookUp: createLookUp() } }: Options,
  parts: AsyncDisposableStack,
): Promise<RunningServer> {
  let app: App | undefined
  let isServing = false
  const report = (sentence: string) => (app ? app.log.warn(sentence) : console.error(sentence))
  const metrics =
    config.metrics.token !== null || config.metrics.port !== null
      ? createMetrics({ hasNightlyBackups: config.backup.folder !== null })
      : undefined
  const failureLog = createFailureLog({
    write: (level, fields, sentence) => (app ? app.log[level](fields, sentence) : console.error(sentence)),
    ask: () => dashboardPool.query('select'),
    onFailure: metrics?.onFailure,
  })
  const { logFailure } = failureLog
  const onError = (error: Error) => logFailure(BESIDE_REQUESTS, error)

  const database = await openDatabase(config, { owner: `the server at ${addressOf(config, config.port)}`, report })
  parts.defer(() => database.close())
  await migrate(database.connection)
  await onOwnClient(database.connection, (client) => prepareList(client, config))
  const pool = createPool(database.connection, {
    max: 10,
    name: 'server',
    onError,
    patience: VISITORS_PATIENCE,
    prepared: true,
  })
  parts.defer(() => pool.end())
  const dashboardPool = createPool(database.connection, { max: 4, name: 'dashboard', onError })
  parts.defer(() => dashboardPool.end())
  const columns = createColumnStore({ connection: database.connection, onProblem: report })
  parts.defer(() => columns.close())
  for (const start of [startTidyingSearch, startTidyingRanks]) {
    const tidying = start(dashboardPool, logFailure)
    parts.defer(() => tidying.stop())
  }

  const jobsPool = createPool(database.connection, { max: 6, name: 'deliveries', onError })
  parts.defer(() => jobsPool.end())
  const services = createServices(config)
  parts.defer(() => Object.values(services).forEach((service) => service?.close?.()))
  const jobs = await startJobs({ connection: database.connection, logFailure })
  parts.defer(() => jobs.stop())
  const { journal, eraseEntries } = createErasing(config)
  // Before anybody is served and anything is delivered.
  await replayErasures({ pool: jobsPool, journal, eraseEntries, recordErased, report })
  const forgetting = startForgetting({
    pool: jobsPool,
    ...config,
    alsoDrop: [dropCorrections, dropFormerAddresses],
    isClockSteady: () => isClockSteady(jobsPool),
    logFailure,
  })
  parts.defer(() => forgetting.stop())
  const expiring = startExpiring({ pool: jobsPool, enqueue: jobs.enqueue, eraseEntries, ...config, logFailure })
  parts.defer(() => expiring.stop())
  for (const [name, one] of [
    ['server', pool],
    ['dashboard', dashboardPool],
    ['deliveries', jobsPool],
  ] as const)
    metrics?.watchPool(name, one)
  app = await buildApp({
    config,
    pool,
    dashboardPool,
    columns,
    jobs,
    eraseEntries,
    services,
    isServing: () => isServing,
    dist: DIST,
    now: trust.now,
    metrics,
    logFailure,
  })
  limitConnections(app)
  parts.defer(() => closeApp(app!))
  const deliveries = createDeliveries({ pool: jobsPool, services, ...config })
  await jobs.work({
    handlers: createHandlers({
      ...jobs,
      pool: jobsPool,
      deliveries,
      eraseEntries,
      productUrl: config.productUrl,
      runSync: createRunSync({ boss: jobs.boss, pool: jobsPool, services, deliveries, paces, logFailure }),
    }),
    deliveries,
    pool: jobsPool,
    paces,
  })
  const tending = startTending({
    pool: jobsPool,
    enqueue: jobs.enqueue,
    isClockSteady: () => isClockSteady(jobsPool),
    logFailure,
  })
  parts.defer(() => tending.stop())
  const judging = startJudging({ pool: jobsPool, enqueue: jobs.enqueue, ...trust, logFailure })
  parts.defer(() => judging.stop())
  await removeLeftovers(config.dataDir).catch(onError)
  if (config.backup.folder !== null) {
    const backups = startNightlyBackups({ pool: jobsPool, ...config, report, logFailure })
    parts.defer(() => backups.stop())
  }
  if (metrics && config.metrics.port !== null) {
    const served = await serveMetrics(config.metrics.port, { metrics, pool: dashboardPool })
    parts.defer(() => served.close())
  }
  // Not awaited: the site works without its services.
  void checkAtStart({ db: jobsPool, services, mailGaps: config.mailGaps, report }).catch(onError)

  const isSendingHeld = await isHeld(jobsPool)
  const port = await listen(app, config)
  // Last, because a password made by a start that fails would be shown to nobody.
  const newPassword = await ensurePassword(pool, config.adminPassword)
  isServing = true
  // The first part to stop: while the others stop, lost connections are expected.
  parts.defer(() => failureLog.stop())
  return {
    address: addressOf(config, port),
    database: database.describe,
    newPassword,
    isHeld: isSendingHeld,
    async stop({ drains } = { drains: false }) {
      isServing = false
      if (drains) await drain(app!)
      await parts.disposeAsync()
    },
  }
}

/** The address that a browser on this machine can open. */
function addressOf({ host }: Config, port: number): string {
  const isLocal = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)
  return `http://${isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}
