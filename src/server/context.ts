import type { FastifyRequest } from 'fastify'
import { TRACE_DAYS } from '#site/trust.ts'
import { SERVICES } from '#shared/owner/integrations.ts'
import type { Engine } from './acts/create-act.ts'
import { createKinds } from './acts/kinds.ts'
import { moveAddress } from './own-place/change-email.ts'
import { createReach } from './settings/reach.ts'
import { stateAt } from '#shared/owner/list-state.ts'
import type { TakeBackSettings } from './acts/kinds/recorded.ts'
import type { RunBackup } from './operations/run-backup.ts'
import { DEADLINES, type Deadlines } from './base/deadlines.ts'
import type { EraseEntries, EraseRequests } from './operations/erasing/erase-entries.ts'
import { healthRoutes } from './http/health-routes.ts'
import { limitRates } from './http/limit-rates.ts'
import { derived } from './base/derived.ts'
import type { Services } from './deliveries/services/services.ts'
import type { TellOfChange } from './deliveries/mail/send-to-owner.ts'
import type { Metrics } from './operations/metrics.ts'
import { metricsRoute } from './operations/metrics-routes.ts'
import { type ColumnStore, NO_COLUMNS } from './listing/columns/column-store.ts'
import type { ResolveTxt } from './settings/mail-records.ts'
import type { SettingsInForce } from './settings/in-force.ts'
import type { Sites } from './publishing/sites.ts'
import { openBuild } from './pages/rendering/build-output.ts'
import { createTokens, type Tokens } from './accounts/tokens.ts'
import { createCount } from './joining/count.ts'
import { createJoin } from './joining/join.ts'
import { createJoinLimits } from './joining/join-visitor.ts'
import { followAlarms } from './trust/abuse-alerts.ts'
import { followDomainRules } from './trust/domain-rules.ts'
import { createObserve } from './trust/observe.ts'
import { createAskProof, NO_PROOFS } from './trust/proofs.ts'
import { createProduct, type Product } from './waves/product.ts'
import type { Webhooks } from './api/webhooks/webhooks.ts'
import type { Pool } from './db/query.ts'
import { createServer } from './http/server.ts'
import type { LogFailure } from './base/start-repeating.ts'

/** The options that a server and a test set differently. */
export type AppOptions = {
  columns?: ColumnStore | undefined
  /** Whether the server is ready for traffic; always true if not given. */
  isServing?: (() => boolean) | undefined
  dist?: string | undefined
  /** The versions of the site; only the built one is shown if not given. */
  sites?: Sites | undefined
  log?: { write(line: string): void } | undefined
  draw?: (() => string) | undefined
  longestWait?: number | undefined
  deadlines?: Deadlines | undefined
  openUrl?: ((url: string) => Promise<unknown>) | undefined
  resolveTxt?: ResolveTxt | undefined
  now?: (() => Date) | undefined
  metrics?: Metrics | undefined
  /** Logs failures of background work; if not given, logs a line for every failure. */
  logFailure?: LogFailure | undefined
  /** Makes a backup that `beginBackup` has begun; if not given, none is made. */
  runBackup?: RunBackup | undefined
  /** The names of background work that keeps failing; none if not given. */
  readFailing?: (() => string[]) | undefined
}

export type Dependencies = AppOptions & {
  settings: SettingsInForce
  takeBackSettings: TakeBackSettings
  /** A pool that prepares its statements, which are few and quick. */
  pool: Pool
  /** A pool of the dashboard's own, so that its long queries never delay visitors. */
  dashboardPool: Pool
  eraseEntries: EraseEntries
  eraseRequests: EraseRequests
  /** The services, each null unless it is set up. */
  services: Services
  tellOfChange: TellOfChange
  webhooks: Pick<Webhooks, 'recipients' | 'refreshRecipients'>
}

export type Context = Awaited<ReturnType<typeof createContext>>

/** The server without the product's routes, and what its routes share. */
export async function createContext(dependencies: Dependencies) {
  const { settings, pool, dashboardPool, services, isServing = () => true, log, metrics } = dependencies
  const { deadlines = DEADLINES, now = () => new Date() } = dependencies
  const config = settings.current
  const { trustProxy, rateLimit, logLevel } = config()
  const publicUrl = () => config().publicUrl
  const app = createServer({ logLevel, trustProxy, publicUrl, deadline: deadlines.visitors, log })
  const { logFailure = (what, err) => app.log.error({ err }, what) } = dependencies
  metrics?.watch(app)
  const { limits, windows } = await limitRates(app, { trustProxy, rateLimit }, { pool, logFailure })
  if (dependencies.sites) app.addHook('preValidation', knowVersion(dependencies.sites))
  healthRoutes(app, { pool, isServing })
  const { token } = config().metrics
  if (metrics && token) metricsRoute(app, { metrics, pool: dashboardPool, token })
  const mustConfirm = () => config().mustConfirm
  /** Browsers can compute the proof of work only where they offer Web Crypto. */
  const canProve = derived(
    () => [publicUrl()] as const,
    (origin) => isSecure(origin),
  )
  const proving = await createAskProof({ pool, alarms: followAlarms({ pool, now }) })
  const tokens = createTokens(pool)
  const product = derived(
    () => [config().productUrl, config().productSecret],
    (productUrl, productSecret) => createProduct({ productUrl, productSecret }),
  )
  return {
    ...dependencies,
    app,
    config,
    publicUrl,
    trustProxy,
    rateLimit,
    deadlines,
    logFailure,
    limits,
    windows,
    columns: dependencies.columns ?? NO_COLUMNS,
    /** What the pages are drawn from; null without pages. */
    build: dependencies.dist === undefined ? null : await openBuild(dependencies.dist),
    now,
    listState: () => stateAt(config().list, now()),
    tokens,
    /** Null unless it is set up. */
    product,
    engine: engineOf(dependencies, { tokens, product }),
    reach: await createReach(pool),
    facts: factsOf(dependencies),
    runBackup: dependencies.runBackup ?? (async () => {}),
    readFailing: dependencies.readFailing ?? (() => []),
    sendsMail: () => services.mail !== null,
    mustConfirm,
    readVersion: async (number: number) => dependencies.sites?.read(number) ?? null,
    waitlist: createJoin({
      pool,
      draw: dependencies.draw,
      longestWait: dependencies.longestWait,
      mustConfirm,
      onFailure: (error, requests) => app.log.error({ err: error, requests }, `joining failed: ${error.stage}`),
      onBatch: metrics?.onBatch,
    }),
    joinLimits: createJoinLimits(limits, () => (mustConfirm() ? config().mailBudgets : null)),
    observe: await createObserve({ pool, now, rules: followDomainRules(pool) }),
    askProof: () => (canProve() && rateLimit ? proving : NO_PROOFS),
    countJoined: createCount(pool),
  }
}

type Shared = { tokens: Tokens; product: () => Product | null }

function engineOf(
  { dashboardPool: pool, eraseEntries, takeBackSettings }: Dependencies,
  { tokens, product }: Shared,
): Engine {
  const kinds = createKinds({
    eraseEntries,
    moveAddress: (tx, move) => moveAddress(tx, { tokens, eraseEntries }, move),
    isProductSet: () => product() !== null,
    takeBackSettings,
  })
  return { pool, kinds }
}

/** For the privacy page. */
function factsOf({ settings, webhooks, services }: Dependencies) {
  return derived(
    () => [settings.current(), webhooks.recipients()],
    ({ hasLeaderboard, mustConfirm, confirmDays, retentionDays, sendsAnswers }, programs) => ({
      services: SERVICES.filter((name) => services[name] !== null),
      newsletterAnswers: sendsAnswers,
      hasLeaderboard,
      confirmDays: mustConfirm ? confirmDays : null,
      retentionDays,
      traceDays: TRACE_DAYS,
      programs,
    }),
  )
}

/** Reads the version of the site that a form came from, before its answers are checked under it. */
function knowVersion(sites: Sites) {
  return async ({ body }: FastifyRequest) => {
    const { site_version: number } = (body ?? {}) as { site_version?: unknown }
    if (typeof number === 'number' && Number.isInteger(number) && Math.abs(number) < 2 ** 31) await sites.read(number)
  }
}

/** Whether browsers offer Web Crypto to pages of this origin. */
function isSecure(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
