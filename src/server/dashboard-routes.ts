import { accountOf } from './accounts/signed-in.ts'
import { readEntryLog } from './acts/read-acts.ts'
import { createRecordExport } from './acts/record-export.ts'
import { recordPublish } from './acts/record-publish.ts'
import { recordSettings } from './acts/record-settings.ts'
import { actRoutes } from './acts/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { keyRoutes } from './api/key-routes.ts'
import { createOnce } from './api/once.ts'
import { backupRoutes } from './backup/routes.ts'
import { requestRoutes } from './confirming/routes.ts'
import { inboxRoutes } from './contact/inbox-routes.ts'
import { type App } from './http/server.ts'
import { accountMail } from '../emails/account-mail.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import { launchDayRoutes } from './launch-day/routes.ts'
import { countEntries } from './listing/rows/counter.ts'
import { simulationRoutes } from './ledger/routes.ts'
import { checklistRoutes } from './settings/checklist-routes.ts'
import { checkService } from './deliveries/outbox/check-service.ts'
import { orLate } from './deliveries/outbox/within-time.ts'
import { createReach } from './settings/reach.ts'
import { createTakeEffect, reachRoutes, settingsRoutes } from './settings/routes.ts'
import { updateRoutes } from './updates/routes.ts'
import { countChosen } from './people/count-chosen.ts'
import { siteRoutes } from './publishing/routes.ts'
import { NO_SITES } from './publishing/sites.ts'
import { createChallenges } from './trust/floods/challenges.ts'
import { createReadSignals } from './trust/review/read-reviews.ts'
import { trustRoutes } from './trust/review/routes.ts'
import { findWaveGaps } from './waves/find-wave-gaps.ts'
import { waveRoutes } from './waves/owner-routes.ts'
import { readSwitchedOff } from './webhooks/endpoints.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import type { Engine } from './acts/create-act.ts'
import type { createPreviews } from './publishing/preview-routes.ts'
import type { Product } from './waves/product.ts'
import type { Parts } from './parts.ts'

type Owning = {
  product: () => Product | null
  engine: Engine
  previews: Awaited<ReturnType<typeof createPreviews>>
}

export async function dashboardRoutes(parts: Parts, owning: Owning) {
  const { app, pool, dashboardPool, columns, publicUrl, trustProxy, deadlines, logFailure, mailOwner } = parts
  const reach = await createReach(pool)
  reachRoutes(app, { reach })
  const signingIn = await createChallenges({ pool, kind: 'signing in' })
  await adminRoutes(app, {
    pool: dashboardPool,
    preparedPool: pool,
    columns,
    publicUrl,
    trustProxy,
    challenges: () => (parts.canProve() ? signingIn : null),
    readSignals: createReadSignals(pool),
    recordExport: createRecordExport({ pool: dashboardPool }),
    readLog: (entryId) => readEntryLog(pool, entryId),
    deadlines,
    logFailure,
    mailLink: async ({ to, link, purpose }) =>
      (await orLate(mailOwner({ to, ...accountMail(link, purpose) }), 'not now')) === 'taken',
    registerOwnerRoutes: (admin, owner) => {
      listRoutes(admin, parts, owning)
      const takeEffect = createTakeEffect(parts.settings, owner.keepSession)
      setupRoutes(admin, parts, { reach, takeEffect, previews: owning.previews })
      const once = createOnce(pool, (request) => accountOf(request).id)
      actRoutes(admin, { ...owning.engine, takeEffect, once })
    },
  })
}

/** The routes by which owners manage the people on the list. */
function listRoutes(admin: App, parts: Parts, { product }: Owning) {
  const { dashboardPool: pool, jobs, services, config, readFailing = () => [] } = parts
  const readWebhooksOff = () => readSwitchedOff(pool)
  deliveryRoutes(admin, { pool, jobs, services, config, readFailing, readWebhooksOff })
  requestRoutes(admin, { pool })
  trustRoutes(admin, { pool })
  inboxRoutes(admin, { pool })
  simulationRoutes(admin, { pool })
  const gaps = () => findWaveGaps(config(), services)
  waveRoutes(admin, { pool, gaps, config })
  launchDayRoutes(admin, { pool, product, gaps, config })
}

type Setup = Pick<Owning, 'previews'> & {
  reach: Awaited<ReturnType<typeof createReach>>
  takeEffect: ReturnType<typeof createTakeEffect>
}

/** The routes by which owners set up their list. */
function setupRoutes(admin: App, parts: Parts, { reach, takeEffect, previews }: Setup) {
  const { dashboardPool: pool, settings, services, config, webhooks, runBackup = async () => {} } = parts
  backupRoutes(admin, { pool, config, runBackup })
  checklistRoutes(admin, {
    pool,
    config,
    reach,
    resolveTxt: parts.resolveTxt,
    checkMail: async () => (services.mail ? checkService(pool, services, 'mail') : null),
    count: () => countEntries(pool),
  })
  updateRoutes(admin, { pool, config, fetchTags: parts.fetchTags })
  siteRoutes(admin, {
    pool,
    sites: parts.sites ?? NO_SITES,
    record: recordPublish,
    previews,
    countChosen: (question, choice) => countChosen(pool, { question, choice }),
    file: config().siteFile,
  })
  settingsRoutes(admin, { pool, settings, reach, record: recordSettings, takeEffect })
  keyRoutes(admin, { pool })
  webhookRoutes(admin, { pool, keyring: settings.keyring, config, ...webhooks })
}
