import { TRACE_DAYS } from '#site/trust.ts'
import { SERVICES } from '#shared/owner/integrations.ts'
import { site } from '#shared/site/site.ts'
import { createKinds } from './acts/kinds.ts'
import { apiRoutes } from './api/routes.ts'
import { createCounters } from './analytics/counters.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { createConfirm, createForget, createReadSets } from './confirming/confirm.ts'
import { confirmRoutes } from './confirming/routes.ts'
import { contactRoutes } from './contact/routes.ts'
import { createStoreMessage } from './contact/store-message.ts'
import { embedRoutes } from './embed/routes.ts'
import { type App } from './http/server.ts'
import { mailEventRoutes } from './deliveries/mail/mail-event-routes.ts'
import { optOutRoutes } from './opt-outs/routes.ts'
import { createConfirmEmail } from './own-place/change-email.ts'
import { ownPlaceRoutes } from './own-place/routes.ts'
import { readOffered } from './rewards/read-rewards.ts'
import { ruleRoutes } from './trust/routes.ts'
import { derived } from './base/derived.ts'
import { createCount } from './joining/count.ts'
import { createIsKnownCode } from './joining/codes.ts'
import { createAskToBeTold } from './joining/opening-requests.ts'
import { createJoin } from './joining/join.ts'
import { createJoinVisitor } from './joining/join-visitor.ts'
import { waitlistRoutes } from './joining/routes.ts'
import { createMoveAddress } from './own-place/move-address.ts'
import { formPages } from './forms/form-pages.ts'
import { followPrivacyTexts } from './publishing/privacy-texts.ts'
import { readLogoFiles } from './publishing/logo/queries.ts'
import { createPreviews, type Previews, previewRoutes } from './publishing/preview-routes.ts'
import { pageRoutes } from './rendering/pages.ts'
import { pressRoutes } from './updates/press-routes.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { followAlarms } from './trust/floods/alarms.ts'
import { createAskProof, NO_PROOFS } from './trust/floods/ask-proof.ts'
import { createChallenges } from './trust/floods/challenges.ts'
import { followDomainRules } from './trust/domain-rules.ts'
import { createObserve } from './trust/observe.ts'
import { createProduct } from './waves/product.ts'
import { invitationRoutes } from './waves/routes.ts'
import { dashboardRoutes } from './dashboard-routes.ts'
import { createParts, type Dependencies, type Parts } from './parts.ts'

export async function buildApp(dependencies: Dependencies): Promise<App> {
  const parts = await createParts(dependencies)
  const joining = await joiningRoutes(parts)
  const { product, engine } = visitorRoutes(parts)
  const { app, pool, dashboardPool, columns, limits, publicUrl, deadlines } = parts
  await apiRoutes(app, {
    pool: dashboardPool,
    preparedPool: pool,
    columns,
    waitlist: joining.waitlist,
    observe: joining.observe,
    engine,
    limits,
    publicUrl,
    deadlines,
    mailBudgets: () => parts.config().mailBudgets,
    hooks: {
      pool: dashboardPool,
      keyring: parts.settings.keyring,
      config: parts.config,
      refreshRecipients: parts.webhooks.refreshRecipients,
    },
  })
  const facts = factsOf(parts)
  const previews = createPreviews({
    pool,
    build: parts.build,
    publicUrl,
    facts: () => ({ ...facts(), analytics: Boolean(parts.config().measurementId) }),
    now: parts.now,
  })
  await dashboardRoutes(parts, { product, engine, previews })
  await pagesOf(parts, { facts, previews, joining })
  return app
}

async function joiningRoutes(parts: Parts) {
  const { app, pool, draw, longestWait, now, metrics, limits, tokens, config, sendsMail, listState } = parts
  const mustConfirm = () => config().mustConfirm
  const waitlist = createJoin({
    pool,
    draw,
    longestWait,
    mustConfirm,
    onFailure: (error, requests) => app.log.error({ err: error, requests }, `joining failed: ${error.stage}`),
    onBatch: metrics?.onBatch,
  })
  const proving = createAskProof({
    alarms: followAlarms({ pool, now }),
    challenges: await createChallenges({ pool }),
  })
  const askProof = () => (parts.canProve() && parts.rateLimit ? proving : NO_PROOFS)
  const observe = await createObserve({ pool, now, rules: followDomainRules(pool) })
  const mailBudgets = () => config().mailBudgets
  const joinVisitor = createJoinVisitor({
    pool,
    waitlist,
    listState,
    mustConfirm,
    observe,
    limits,
    askProof,
    sendsMail,
    mailBudgets,
  })
  const isKnownCode = createIsKnownCode(pool)
  const embedOrigins = () => config().embedOrigins
  const count = createCount(pool)
  waitlistRoutes(app, { pool, waitlist, joinVisitor, count, isKnownCode, tokens, observe, askProof, embedOrigins })
  return { waitlist, joinVisitor, isKnownCode, count, embedOrigins, observe, limits, stamp: observe.stamp }
}

function visitorRoutes(parts: Parts) {
  const { app, pool, dashboardPool, eraseEntries, tokens, config, sendsMail, limits, logFailure } = parts
  const onUntold = (error: unknown) => app.log.error({ err: error }, 'the dashboards were not told of a message')
  ruleRoutes(app, { pool, readRewards: readOffered })
  contactRoutes(app, { store: createStoreMessage({ pool, onUntold }) })
  mailEventRoutes(app, { pool, config, open: parts.openUrl })
  optOutRoutes(app, { pool, tokens })
  pressRoutes(app, { pool })
  confirmRoutes(app, {
    confirm: createConfirm({ pool, tokens, draw: parts.draw }),
    forget: createForget({ pool, tokens, eraseRequests: parts.eraseRequests }),
    readSets: createReadSets(pool),
    confirmEmail: createConfirmEmail({ pool, tokens, eraseEntries, config }),
    tokens,
    config,
  })
  ownPlaceRoutes(app, { pool, tokens, eraseEntries, sendsMail, logFailure, limits })
  const product = derived(
    () => [config().productUrl, config().productSecret],
    (productUrl, productSecret) => createProduct({ productUrl, productSecret }),
  )
  invitationRoutes(app, { pool, tokens, product })
  analyticsRoutes(app, { counters: createCounters({ pool, logFailure }) })
  const kinds = createKinds({
    eraseEntries,
    moveAddress: createMoveAddress({ tokens, eraseEntries }),
    isProductSet: () => product() !== null,
    takeBackSettings: parts.takeBackSettings,
  })
  return { product, engine: { pool: dashboardPool, kinds } }
}

function factsOf({ config, webhooks, services }: Parts) {
  return derived(
    () => [config(), webhooks.recipients()],
    ({ mustConfirm, confirmDays, retentionDays }, programs) => ({
      services: SERVICES.filter((name) => services[name] !== null),
      newsletterAnswers: config().sendsAnswers,
      confirmDays: mustConfirm ? confirmDays : null,
      retentionDays,
      traceDays: TRACE_DAYS,
      programs,
    }),
  )
}

type Drawing = {
  previews: Previews
  facts: ReturnType<typeof factsOf>
  joining: Awaited<ReturnType<typeof joiningRoutes>>
}

/** Each sign-up stores the number of the current privacy text. */
async function pagesOf(parts: Parts, { facts, previews, joining }: Drawing) {
  const { app, pool, config, publicUrl, dist, build, sites, now, tokens, sendsMail, listState, logFailure } = parts
  const text = derived(
    () => [facts(), config().measurementId, site()],
    (known, measurementId, { privacySections }) => privacySections({ ...known, analytics: Boolean(measurementId) }),
  )
  const privacyTexts = await followPrivacyTexts({ pool, text, logFailure })
  app.addHook('onClose', () => privacyTexts.stop())
  if (!dist || !build) return
  const settings = derived(
    () => [config(), facts(), site(), privacyTexts.current(), listState()],
    ({ publicUrl, measurementId }, known, _site, privacyText, listState) => ({
      publicUrl,
      measurementId,
      listState,
      facts: known,
      privacyText,
    }),
  )
  const { count, embedOrigins, ...joins } = joining
  const readVersion = async (number: number) => sites?.read(number) ?? null
  const forms = await formPages({
    app,
    pool,
    publicUrl,
    embedOrigins,
    now,
    tokens,
    sendsMail,
    readVersion,
    listState,
    askToBeTold: createAskToBeTold({ pool, limits: joins.limits }),
    ...joins,
  })
  embedRoutes(app, { dist, build, publicUrl, embedOrigins, count, listState })
  previewRoutes(app, { previews, publicUrl })
  ticketRoutes(app, { publicUrl, isKnownCode: joins.isKnownCode })
  forms.register(
    pageRoutes(app, {
      dist,
      build,
      settings,
      readVersion,
      readLogo: (hash) => readLogoFiles(pool, hash),
      contents: forms.contents,
    }),
  )
}
