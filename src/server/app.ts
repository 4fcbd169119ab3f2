import { site } from '#shared/site/site.ts'
import { apiRoutes } from './api/routes.ts'
import { analyticsRoutes } from './http/analytics-routes.ts'
import { contactRoutes, inboxRoutes } from './pages/contact-routes.ts'
import { embedRoutes } from './pages/embed-routes.ts'
import { mailEventRoutes } from './deliveries/mail/mail-event-routes.ts'
import { ownPlaceRoutes } from './own-place/routes.ts'
import { leaderboardContents } from './rewards/leaderboard.ts'
import { ruleRoutes, trustRoutes } from './trust/routes.ts'
import { derived } from './base/derived.ts'
import { joiningRoutes } from './joining/routes.ts'
import { formPages } from './pages/join-forms.ts'
import { followPrivacyTexts } from './publishing/privacy-texts.ts'
import { readLogoFiles } from './publishing/logo/routes.ts'
import { previewRoutes } from './publishing/preview-routes.ts'
import { pageRoutes } from './pages/rendering/pages.ts'
import { pressRoutes } from './waves/updates/press-routes.ts'
import { ticketRoutes } from './pages/ticket-routes.ts'
import { invitationRoutes, waveRoutes } from './waves/routes.ts'
import type { Context } from './context.ts'
import { ROUTES } from '#shared/routes.ts'
import { CALLS } from './api/calls.ts'
import { readEntryLog } from './acts/read-acts.ts'
import { recordExport, recordPublish, recordSettings } from './acts/kinds/recorded.ts'
import { actRoutes } from './acts/routes.ts'
import { updateRoutes } from './acts/update-routes.ts'
import { adminRoutes } from './accounts/routes.ts'
import { keyRoutes } from './api/keys.ts'
import { backupRoutes } from './operations/backup-routes.ts'
import { requestRoutes } from './own-place/confirm-routes.ts'
import { accountMail } from '../emails/account-mail.ts'
import { mailRoutes } from './deliveries/mail/mail-routes.ts'
import { mailOwner } from './deliveries/mail/send-to-owner.ts'
import { byHandRoutes } from './deliveries/page/by-hand-routes.ts'
import { integrationRoutes } from './deliveries/page/integration-routes.ts'
import { syncRoutes } from './deliveries/sync/sync-routes.ts'
import { launchDayRoutes } from './settings/launch-day-routes.ts'
import { liveRoutes } from './listing/live-routes.ts'
import { figureRoutes } from './listing/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { siteRoutes } from './publishing/routes.ts'
import { rewardRoutes } from './rewards/routes.ts'
import { checklistRoutes } from './settings/checklist-routes.ts'
import { createTakeEffect, reachRoutes, settingsRoutes } from './settings/routes.ts'
import { readSwitchedOff } from './api/webhooks/endpoints.ts'
import { webhookRoutes } from './api/webhooks/routes.ts'
import type { App } from './http/route.ts'
import { readOffered } from './rewards/milestones.ts'
import { orLate } from './deliveries/services/services.ts'
import { type FindNamedCode, followNamedCodes } from './joining/codes.ts'

export async function allRoutes(ctx: Context): Promise<void> {
  const findNamedCode = followNamedCodes(ctx.pool)
  visitorRoutes(ctx.app, ctx, findNamedCode)
  await apiRoutes(ctx)
  await dashboardRoutes(ctx)
  await sitePages(ctx, findNamedCode)
}

function visitorRoutes(app: App, ctx: Context, findNamedCode: FindNamedCode) {
  joiningRoutes(app, ctx)
  ruleRoutes(app, ctx, readOffered)
  contactRoutes(ctx)
  mailEventRoutes(app, ctx)
  pressRoutes(app, ctx)
  ownPlaceRoutes(app, ctx)
  invitationRoutes(app, ctx)
  analyticsRoutes(app, ctx, findNamedCode)
}

/** Each sign-up stores the number of the current privacy text. */
async function sitePages(ctx: Context, findNamedCode: FindNamedCode) {
  const { app, pool, config, facts, dist, build, listState, readVersion, logFailure } = ctx
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
  const forms = await formPages(ctx)
  embedRoutes(app, { ...ctx, dist, build })
  previewRoutes(ctx)
  ticketRoutes(app, ctx)
  forms.register(
    pageRoutes(app, {
      dist,
      build,
      settings,
      readVersion,
      readLogo: (hash) => readLogoFiles(pool, hash),
      contents: { ...forms.contents, ...leaderboardContents(ctx) },
      isNamedCode: async (text) => (await findNamedCode(text)) !== undefined,
    }),
  )
}

async function dashboardRoutes(ctx: Context) {
  const { app } = ctx
  reachRoutes(app, ctx)
  await adminRoutes(app, {
    pool: ctx.dashboardPool,
    preparedPool: ctx.pool,
    publicUrl: ctx.publicUrl,
    trustProxy: ctx.trustProxy,
    limits: ctx.windows,
    deadlines: ctx.deadlines,
    calls: { ...ROUTES, ...CALLS },
    mailLink: async ({ to, link, purpose }) =>
      (await orLate(mailOwner(ctx, { to, ...accountMail(link, purpose) }), 'not now')) === 'taken',
    registerOwnerRoutes: (admin, { keepSession }) => {
      const takeEffect = createTakeEffect(ctx, keepSession)
      figureRoutes(admin, ctx, recordExport)
      peopleRoutes(admin, ctx, readEntryLog)
      liveRoutes(admin, ctx)
      byHandRoutes(admin, ctx)
      syncRoutes(admin, ctx)
      integrationRoutes(admin, ctx, readSwitchedOff)
      mailRoutes(admin, ctx)
      requestRoutes(admin, ctx)
      rewardRoutes(admin, ctx)
      trustRoutes(admin, ctx)
      inboxRoutes(admin, ctx)
      waveRoutes(admin, ctx)
      launchDayRoutes(admin, ctx)
      updateRoutes(admin, ctx)
      backupRoutes(admin, ctx)
      checklistRoutes(admin, ctx)
      siteRoutes(admin, ctx, recordPublish)
      settingsRoutes(admin, ctx, { record: recordSettings, takeEffect })
      keyRoutes(admin, ctx)
      webhookRoutes(admin, ctx)
      actRoutes(admin, ctx, takeEffect)
    },
  })
}
