import { dayAt } from '#shared/site/opening.ts'
import { fileURLToPath } from 'node:url'
import { accountLink } from '#shared/site/paths.ts'
import { ensureAccess } from './accounts/invitations.ts'
import { type Backups, createBackups, nightlyBackup } from './operations/run-backup.ts'
import { removeLeftovers } from './operations/work-folder.ts'
import { recordErased } from './acts/store/entry-queries.ts'
import type { Config } from './base/config/config.ts'
import type { Connection } from './db/client.ts'
import { drain, limitConnections, listen } from './http/listen.ts'
import type { Paces } from './outbox/attempt.ts'
import { startTasks } from './db/tasks.ts'
import { dailySummary } from './api/webhooks/daily-summary.ts'
import { isHeld } from './outbox/service-queries.ts'
import { dropAnswers } from './acts/once.ts'
import { dropOldOpeningRequests, tellingOfOpening } from './joining/opening-requests.ts'
import { dropCorrections } from './acts/kinds/correct-email.ts'
import { dropFormerAddresses } from './people/opt-outs.ts'
import { replayErasures } from './operations/erasing/replay-erasures.ts'
import { serveMetrics } from './operations/metrics-routes.ts'
import { tellingOfUpdates } from './waves/updates/updates.ts'
import { expiring, isClockSteady } from './own-place/expiring.ts'
import { forgetting } from './operations/erasing/forgetting.ts'
import { diskFull, findFull } from './base/start-failure.ts'
import { prepareList, startTidyingRanks, startTidyingSearch } from './listing/prepare-list.ts'
import { forgettingEvents } from './people/events/followers.ts'
import { startListing } from './listing/log/catch-up.ts'
import { createLookUp, type LookUp } from './trust/look-up-domains.ts'
import { startKeepingRule } from './trust/keep-rule.ts'
import { startWatchingFloods } from './trust/abuse-alerts.ts'
import { forgettingTraces, startJudging } from './trust/judge-joins.ts'
import type { SettingsInForce } from './settings/in-force.ts'
import { addressOf, type Base, openBase } from './open-base.ts'
import { openSites } from './publishing/sites.ts'
import { type LogFailure, type Repeating, startRepeating, together } from './base/start-repeating.ts'
import { handingOut, startFollowingRewards } from './rewards/hand-out.ts'
import { startRunningWaves } from './waves/run-due.ts'
import { dropDeliveries } from './api/webhooks/deliveries.ts'
import { wire, type Wired } from './wire.ts'
import { onOwnClient } from './db/pool.ts'
import { checkAtStart } from './deliveries/services/services.ts'

export type RunningServer = {
  address: string
  /** Describes the database in words. */
  database: string
  /** The link that makes the first account; null when somebody can sign in already. */
  setupLink: string | null
  /** Whether the list was restored, and sends nothing before the owner releases it. */
  isHeld: boolean
  /** The settings that keep mail from being sent. */
  mailGaps: Config['mailGaps']
  /** `drains`: the server first reports for a moment that traffic should go elsewhere, and still answers requests. */
  stop(options?: { drains: boolean }): Promise<void>
}

/**
 * For benchmarks: `paces` replaces the limits for calls to services, and `trust` the clock and the look-up of mail
 * domains.
 */
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

/** Parts stop in reverse order: first background work, then requests, jobs, calls to services, and the database. */
async function startParts(config: Config, options: Options, parts: AsyncDisposableStack): Promise<RunningServer> {
  const { paces, trust = { now: () => new Date(), lookUp: createLookUp() } } = options
  const base = await openBase(config, parts)
  const { database, pools, log, settings } = base
  let isServing = false
  const { wired, sites, backups } = await wireParts(base, { config, parts, paces, trust, isServing: () => isServing })
  // Runs before any request is served and before anything is delivered.
  await replayErasures({ ...wired, pool: pools.jobs, recordErased, report: log.report })
  await wired.work()
  await removeLeftovers(config.dataDir).catch(log.onError)
  const loops = together([startLoops({ ...base, wired, trust, backups }), sites.start()])
  parts.defer(() => loops.stop())
  await servePrivateMetrics(base, config, parts)
  // Not awaited: the site works without its services.
  void checkAtStart({ ...settings.current(), ...wired, db: pools.jobs, report: log.report }).catch(log.onError)

  const isSendingHeld = await isHeld(pools.jobs)
  const port = await listen(wired.app, config)
  // Last, because the setup link would lead nowhere if the start failed.
  const setupToken = await ensureAccess(pools.server, config.adminPassword)
  isServing = true
  // The log stops first: while the other parts stop, lost connections are expected.
  parts.defer(() => log.stop())
  const stop: RunningServer['stop'] = async ({ drains } = { drains: false }) => {
    isServing = false
    if (drains) await drain(wired.app)
    await parts.disposeAsync()
  }
  const address = addressOf(config, port)
  const { mailGaps, publicUrl } = settings.current()
  // The owner may be on another machine, which reaches the server only at its public address.
  const isGiven = publicUrl !== `http://localhost:${config.port}`
  const setupLink = setupToken && accountLink(isGiven ? publicUrl : address, 'setup', setupToken)
  return { address, database: database.describe, setupLink, isHeld: isSendingHeld, mailGaps, stop }
}

type Trust = NonNullable<Options['trust']>
type Wiring = {
  config: Config
  parts: AsyncDisposableStack
  paces: Paces | undefined
  trust: Trust
  isServing: () => boolean
}

/** Creates the app, the versions of the site, the outbox, which does not run yet, and the backups. */
async function wireParts(
  { pools, metrics, log, columns, settings }: Base,
  { config, parts, paces, trust, isServing }: Wiring,
) {
  const { logFailure, readFailing } = log
  const backups = createBackups({ pool: pools.jobs, config: settings.current, report: log.report, logFailure })
  const today = () => dayAt(trust.now(), settings.current().timeZone)
  const sites = await openSites({ pool: pools.dashboard, file: config.siteFile, logFailure, today })
  const app = {
    columns,
    runBackup: backups.run,
    isServing,
    dist: DIST,
    sites,
    now: trust.now,
    metrics,
    logFailure,
    readFailing,
  }
  const wired = await wire({ settings, pools, parts, logFailure, paces, app })
  log.writeTo(wired.app)
  limitConnections(wired.app)
  return { wired, sites, backups }
}

/** Serves the metrics on the port that only this machine reaches, if there is one. */
async function servePrivateMetrics({ metrics, pools }: Base, config: Config, parts: AsyncDisposableStack) {
  if (!metrics || config.metrics.port === null) return
  const served = await serveMetrics(config.metrics.port, { metrics, pool: pools.dashboard })
  parts.defer(() => served.close())
}

type Beside = Base & { wired: Wired; trust: Trust; backups: Backups }

/** Starts the background work, which runs beside requests. */
function startLoops({ pools, log, database, settings, wired, trust, backups }: Beside): Repeating {
  const { eraseEntries, eraseRequests } = wired
  const { logFailure } = log
  const config = settings.current
  const pool = pools.jobs
  const shared = { pool, eraseEntries, isClockSteady: () => isClockSteady(pool), logFailure }
  const tasks = [
    nightlyBackup({ config, pool, backups }),
    ...forgetting({
      config,
      ...shared,
      alsoDrop: [dropOldOpeningRequests, dropCorrections, dropFormerAddresses, dropAnswers, dropDeliveries],
    }),
    tellingOfOpening({ config, pool, now: trust.now }),
    tellingOfUpdates(pool),
    expiring({ config, pool, eraseRequests }),
    forgettingTraces({ pool, ...trust }),
    forgettingEvents(pool),
    handingOut({ pool, tellOwners: wired.tellOwners }),
    wired.webhooks.task,
    dailySummary({ config, pool, now: trust.now }),
  ]
  return together([
    startListing(shared),
    startTidyingSearch(pools.dashboard, logFailure),
    startTidyingRanks(pools.dashboard, logFailure),
    startRunningWaves(shared),
    startFollowingRewards(shared),
    startJudging({ ...shared, ...trust }),
    startWatchingFloods({ config, now: trust.now, tellOwners: wired.tellOwners, ...shared }),
    startKeepingRule({ config, ...shared }),
    startTasks({ ...shared, tasks }),
    { stop: () => backups.stop() },
    wired.webhooks.start(),
    startFollowing({ settings, connection: database.connection, logFailure }),
  ])
}

type Following = { settings: SettingsInForce; connection: Connection; logFailure: LogFailure }

/** Applies settings that somebody saves on this server or another. Counts all days again when the time zone changes. */
function startFollowing({ settings, connection, logFailure }: Following): Repeating {
  let { timeZone: counted } = settings.current()
  const step = async () => {
    await settings.refresh()
    const { timeZone } = settings.current()
    if (timeZone === counted) return
    await onOwnClient(connection, (client) => prepareList(client, { timeZone }))
    counted = timeZone
  }
  return startRepeating({ step, restMs: 2_000, failure: 'changed settings could not be read', logFailure })
}
