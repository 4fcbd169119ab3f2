import type pg from 'pg'
import { TRACE_DAYS } from '#site/trust.ts'
import { SERVICES } from '#shared/integrations.ts'
import { site } from '#shared/site.ts'
import { readEntryLog } from './acts/read-acts.ts'
import type { TakeBackSettings } from './acts/kinds/settings.ts'
import { createRecordExport } from './acts/record-export.ts'
import { recordPublish } from './acts/record-publish.ts'
import { recordSettings } from './acts/record-settings.ts'
import { createKinds } from './acts/kinds.ts'
import { actRoutes } from './acts/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { sessionCookieOf } from './http/session-cookies.ts'
import { keyRoutes } from './api/key-routes.ts'
import { apiRoutes } from './api/routes.ts'
import { createCounters } from './analytics/counters.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { backupRoutes } from './backup/routes.ts'
import type { RunBackup } from './backup/run-backup.ts'
import { createConfirm } from './confirming/confirm.ts'
import { createForget } from './confirming/forget.ts'
import { createReadSets } from './confirming/read-sets.ts'
import { confirmRoutes, requestRoutes } from './confirming/routes.ts'
import { inboxRoutes } from './contact/inbox-routes.ts'
import { contactRoutes } from './contact/routes.ts'
import { createStoreMessage } from './contact/store-message.ts'
import { DEADLINES, type Deadlines } from './deadlines.ts'
import type { EraseEntries } from './erasing/erase-entries.ts'
import type { EraseRequests } from './erasing/erase-requests.ts'
import { embedRoutes } from './embed/routes.ts'
import { healthRoutes } from './http/health-routes.ts'
import { limitRates } from './http/limit-rates.ts'
import { describeRoutes } from './http/openapi.ts'
import { pageRoutes } from './http/pages.ts'
import { type App, createServer } from './http/server.ts'
import type { Services } from './deliveries/services.ts'
import { mailEventRoutes } from './deliveries/mail/mail-event-routes.ts'
import { accountMail } from '../emails/account-mail.ts'
import type { MailOwner } from './deliveries/mail/send-to-owner.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import type { RunningJobs } from './deliveries/start-jobs.ts'
import { launchDayRoutes } from './launch-day/routes.ts'
import type { Metrics } from './metrics/metrics.ts'
import { metricsRoute } from './metrics/serve-metrics.ts'
import { optOutRoutes } from './opt-outs/routes.ts'
import { createConfirmEmail } from './own-place/change-email.ts'
import { ownPlaceRoutes } from './own-place/routes.ts'
import { countEntries } from './listing/counter.ts'
import { type ColumnStore, NO_COLUMNS } from './listing/columns/column-store.ts'
import { ruleRoutes, simulationRoutes } from './ledger/routes.ts'
import { derived } from './derived.ts'
import { checklistRoutes } from './settings/checklist-routes.ts'
import type { ResolveTxt } from './settings/mail-records.ts'
import { checkService } from './deliveries/check-service.ts'
import { createReach } from './settings/reach.ts'
import { createTakeEffect, reachRoutes, settingsRoutes } from './settings/routes.ts'
import type { SettingsInForce } from './settings/in-force.ts'
import { createCount } from './joining/count.ts'
import { createIsKnownCode } from './joining/is-known-code.ts'
import { createJoin } from './joining/join.ts'
import { createJoinVisitor } from './joining/join-visitor.ts'
import { waitlistRoutes } from './joining/routes.ts'
import type { FetchTags } from './updates/fetch-tags.ts'
import { updateRoutes } from './updates/routes.ts'
import { createMoveAddress } from './own-place/move-address.ts'
import { plainPages } from './plain/plain-pages.ts'
import { countChosen } from './people/count-chosen.ts'
import { siteRoutes } from './publishing/routes.ts'
import { NO_SITES, type Sites } from './publishing/sites.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { createTokens } from './tokens/tokens.ts'
import { followAlarms } from './trust/alarms.ts'
import { createAskProof, NO_PROOFS } from './trust/ask-proof.ts'
import { createChallenges } from './trust/challenges.ts'
import { followRules } from './trust/follow-rules.ts'
import { createReadSignals } from './trust/read-reviews.ts'
import { trustRoutes } from './trust/routes.ts'
import { createObserve } from './trust/observe.ts'
import { findWaveGaps } from './waves/find-wave-gaps.ts'
import { waveRoutes } from './waves/owner-routes.ts'
import { createProduct } from './waves/product.ts'
import { invitationRoutes } from './waves/routes.ts'
import type { LogFailure } from './log-failures.ts'
import { readSwitchedOff } from './webhooks/endpoints.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** What a server and a test give, each in its own way. */
export type AppOptions = {
  /** Answers the dashboard's filters on a long list; if not given, the database answers all of them. */
  columns?: ColumnStore | undefined
  /** Whether the server is ready for traffic; always true if not given. */
  isServing?: (() => boolean) | undefined
  /** The folder of the built site. Without it only the API is served. */
  dist?: string | undefined
  /** The versions of the site; only the built one is shown if not given. */
  sites?: Sites | undefined
  log?: { write(line: string): void } | undefined
  /** Draws a referral code; random if not given. */
  draw?: (() => string) | undefined
  /** The longest time that a visitor may wait to join, in milliseconds; five seconds if not given. */
  longestWait?: number | undefined
  deadlines?: Deadlines | undefined
  /** Opens an address of Amazon's, see `mailEventRoutes`; fetches it if not given. */
  openUrl?: ((url: string) => Promise<unknown>) | undefined
  /** Asks DNS for the records of a sender; the real one if not given. */
  resolveTxt?: ResolveTxt | undefined
  /** Asks for the names of all releases; where the program came from if not given. */
  fetchTags?: FetchTags | undefined
  /** The time by which joins are judged; the real one if not given. */
  now?: (() => Date) | undefined
  /** Counts what operators watch; if not given, nothing is counted. */
  metrics?: Metrics | undefined
  /** Logs what fails beside requests; if not given, every failure is a line. */
  logFailure?: LogFailure | undefined
  /** Makes a backup that has begun; if not given, none is made. */
  runBackup?: RunBackup | undefined
  /** What keeps failing beside requests; nothing if not given. */
  readFailing?: (() => string[]) | undefined
}

type Dependencies = AppOptions & {
  settings: SettingsInForce
  takeBackSettings: TakeBackSettings
  /** Prepares its statements, which are few and quick. */
  pool: pg.Pool
  /** A pool of the dashboard's own, so that its long queries never delay visitors. */
  dashboardPool: pg.Pool
  jobs: Pick<RunningJobs, 'boss' | 'enqueue'>
  eraseEntries: EraseEntries
  eraseRequests: EraseRequests
  /** The services, each null unless it is set up. */
  services: Services
  mailOwner: MailOwner
  webhooks: Pick<Webhooks, 'recipients' | 'refreshRecipients'>
}

/** The whole HTTP side of the product on one database, not listening yet. */
export async function buildApp(dependencies: Dependencies): Promise<App> {
  const {
    settings,
    takeBackSettings,
    pool,
    dashboardPool,
    columns = NO_COLUMNS,
    jobs,
    eraseEntries,
    eraseRequests,
    services,
    mailOwner,
    webhooks,
    isServing = () => true,
    dist,
    sites,
    log,
    draw,
    longestWait,
    deadlines = DEADLINES,
    openUrl,
    resolveTxt,
    fetchTags,
    now = () => new Date(),
    metrics,
    logFailure = (what, err) => app.log.error({ err }, what),
    readFailing = () => [],
    runBackup = async () => {},
  } = dependencies
  const { enqueue } = jobs
  const config = settings.current
  const { trustProxy, rateLimit, logLevel } = config()
  const publicUrl = () => config().publicUrl
  const mustConfirm = () => config().mustConfirm
  const app = createServer({ logLevel, trustProxy, publicUrl, deadline: deadlines.visitors, log })
  metrics?.watch(app)
  await describeRoutes(app, {
    sessionCookie: sessionCookieOf({ isSecure: publicUrl().startsWith('https:') }),
  })
  const limits = await limitRates(app, { trustProxy, rateLimit }, { pool, logFailure })
  const waitlist = createJoin({
    pool,
    enqueue,
    draw,
    longestWait,
    mustConfirm,
    onFailure: (error, requests) => app.log.error({ err: error, requests }, `joining failed: ${error.stage}`),
    onBatch: metrics?.onBatch,
  })
  healthRoutes(app, { pool, isServing })
  const { token } = config().metrics
  if (metrics && token) metricsRoute(app, { metrics, pool: dashboardPool, token })
  const tokens = createTokens(pool)
  // Over plain http, browsers cannot work out a proof.
  const canProve = () => isSecure(publicUrl())
  const proving = createAskProof({
    alarms: followAlarms({ pool, now }),
    challenges: await createChallenges({ pool, kind: 'joining' }),
  })
  const askProof = () => (canProve() && rateLimit ? proving : NO_PROOFS)
  const observe = await createObserve({ pool, now, rules: followRules(pool) })
  const sendsMail = () => services.mail !== null
  const joinVisitor = createJoinVisitor({ pool, waitlist, mustConfirm, observe, limits, askProof, sendsMail })
  const isKnownCode = createIsKnownCode(pool)
  const embedOrigins = () => config().embedOrigins
  const count = createCount(pool)
  waitlistRoutes(app, { pool, waitlist, joinVisitor, count, isKnownCode, tokens, observe, askProof, embedOrigins })
  const onUntold = (error: unknown) => app.log.error({ err: error }, 'the dashboards were not told of a message')
  ruleRoutes(app, { pool })
  contactRoutes(app, { store: createStoreMessage({ pool, enqueue, onUntold }) })
  mailEventRoutes(app, { pool, config, open: openUrl })
  optOutRoutes(app, { pool, enqueue, tokens })
  confirmRoutes(app, {
    confirm: createConfirm({ pool, enqueue, tokens, draw }),
    forget: createForget({ pool, tokens, eraseRequests }),
    readSets: createReadSets(pool),
    confirmEmail: createConfirmEmail({ pool, tokens, enqueue, eraseEntries, config }),
    tokens,
    config,
  })
  ownPlaceRoutes(app, { pool, tokens, enqueue, eraseEntries, config: { trustProxy }, sendsMail, logFailure })
  const product = derived(
    () => [config().productUrl, config().productSecret],
    (productUrl, productSecret) => createProduct({ productUrl, productSecret }),
  )
  invitationRoutes(app, { pool, tokens, product })
  const kinds = createKinds({
    enqueue,
    eraseEntries,
    moveAddress: createMoveAddress({ tokens, eraseEntries }),
    isProductSet: () => product() !== null,
    takeBackSettings,
  })
  const engine = { pool: dashboardPool, enqueue, kinds }
  await apiRoutes(app, {
    pool: dashboardPool,
    preparedPool: pool,
    columns,
    waitlist,
    engine,
    limits,
    publicUrl,
    deadlines,
  })
  const counters = createCounters({ pool, logFailure })
  analyticsRoutes(app, { counters })
  const reach = await createReach(pool)
  reachRoutes(app, { reach })
  const signingIn = await createChallenges({ pool, kind: 'signing in' })
  await adminRoutes(app, {
    pool: dashboardPool,
    preparedPool: pool,
    columns,
    publicUrl,
    trustProxy,
    challenges: () => (canProve() ? signingIn : null),
    readSignals: createReadSignals(pool),
    recordExport: createRecordExport({ pool: dashboardPool }),
    readLog: (entryId) => readEntryLog(pool, entryId),
    deadlines,
    logFailure,
    mailLink: ({ to, link, purpose }) => mailOwner({ to, ...accountMail(link, purpose) }),
    registerOwnerRoutes: (admin, owner) => {
      deliveryRoutes(admin, {
        pool: dashboardPool,
        jobs,
        services,
        config,
        readFailing,
        readWebhooksOff: () => readSwitchedOff(dashboardPool),
      })
      requestRoutes(admin, { pool: dashboardPool })
      trustRoutes(admin, { pool: dashboardPool })
      inboxRoutes(admin, { pool: dashboardPool })
      simulationRoutes(admin, { pool: dashboardPool })
      backupRoutes(admin, { pool: dashboardPool, config, runBackup })
      checklistRoutes(admin, {
        pool: dashboardPool,
        config,
        reach,
        resolveTxt,
        checkMail: async () => (services.mail ? checkService(dashboardPool, services, 'mail') : null),
        count: () => countEntries(dashboardPool),
      })
      updateRoutes(admin, { pool: dashboardPool, config, fetchTags })
      const takeEffect = createTakeEffect(settings, owner.keepSession)
      siteRoutes(admin, {
        pool: dashboardPool,
        sites: sites ?? NO_SITES,
        record: recordPublish,
        countChosen: (question, choice) => countChosen(dashboardPool, { question, choice }),
        file: config().siteFile,
      })
      settingsRoutes(admin, { pool: dashboardPool, settings, reach, record: recordSettings, takeEffect })
      actRoutes(admin, { ...engine, takeEffect })
      keyRoutes(admin, { pool: dashboardPool })
      webhookRoutes(admin, { pool: dashboardPool, keyring: settings.keyring, config, ...webhooks })
      const gaps = () => findWaveGaps(config(), services)
      waveRoutes(admin, { pool: dashboardPool, gaps, config })
      launchDayRoutes(admin, { pool: dashboardPool, product, gaps, config })
    },
  })
  const pages = derived(
    () => [config(), webhooks.recipients(), site()],
    ({ publicUrl, measurementId, mustConfirm, confirmDays, retentionDays }, programs) => ({
      publicUrl,
      measurementId,
      facts: {
        services: SERVICES.filter((name) => services[name] !== null),
        confirmDays: mustConfirm ? confirmDays : null,
        retentionDays,
        traceDays: TRACE_DAYS,
        programs,
      },
    }),
  )
  if (dist) {
    const joining = { waitlist, joinVisitor, isKnownCode, stamp: observe.stamp }
    const plain = await plainPages({ app, pool, publicUrl, embedOrigins, now, tokens, limits, ...joining })
    embedRoutes(app, { dist, publicUrl, embedOrigins, count })
    ticketRoutes(app, { dist, publicUrl, isKnownCode })
    plain.register(pageRoutes(app, { dist, settings: pages, shown: sites?.shown, plain: plain.contents }))
  }
  return app
}

/** Whether browsers give pages of this origin their cryptography. */
function isSecure(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
