import { accountOf } from './accounts/signed-in.ts'
import { readEntryLog } from './acts/read-acts.ts'
import { createRecordExport } from './acts/record-export.ts'
import { recordPublish } from './acts/record-publish.ts'
import { recordSettings } from './acts/record-settings.ts'
import { actRoutes } from './acts/routes.ts'
import { adminRoutes } from './accounts/routes.ts'
import { keyRoutes } from './api/key-routes.ts'
import { createOnce } from './api/once.ts'
import { backupRoutes } from './backup/routes.ts'
import { requestRoutes } from './confirming/routes.ts'
import { inboxRoutes } from './contact/inbox-routes.ts'
import { type App } from './http/server.ts'
import { accountMail } from '../emails/account-mail.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import { launchDayRoutes } from './launch-day/routes.ts'
import { liveRoutes } from './listing/live-routes.ts'
import { listRoutes as figureRoutes } from './listing/routes.ts'
import { countEntries } from './listing/rows/counter.ts'
import { checklistRoutes } from './settings/checklist-routes.ts'
import { checkService } from './deliveries/services/check-service.ts'
import { orLate } from './deliveries/services/within-time.ts'
import { createReach } from './settings/reach.ts'
import { createTakeEffect, reachRoutes, settingsRoutes } from './settings/routes.ts'
import { countChosen } from './people/count-chosen.ts'
import { peopleRoutes } from './people/routes.ts'
import { siteRoutes } from './publishing/routes.ts'
import { createRehearse } from './publishing/publish.ts'
import { createReadMarks } from './trust/marks.ts'
import { trustRoutes } from './trust/routes.ts'
import { findWaveGaps } from './waves/find-wave-gaps.ts'
import { rewardRoutes } from './rewards/routes.ts'
import { updateRoutes } from './acts/update-routes.ts'
import { waveRoutes } from './waves/owner-routes.ts'
import { readSwitchedOff } from './webhooks/endpoints.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import type { Engine } from './acts/create-act.ts'
import type { Previews } from './publishing/preview-routes.ts'
import type { Product } from './waves/product.ts'
import type { Parts } from './parts.ts'

type Owning = {
  product: () => Product | null
  engine: Engine
  previews: Previews
}

export async function dashboardRoutes(parts: Parts, owning: Owning) {
  const { app, pool, dashboardPool, publicUrl, trustProxy, windows, deadlines, mailOwner } = parts
  const reach = await createReach(pool)
  reachRoutes(app, { reach })
  await adminRoutes(app, {
    pool: dashboardPool,
    preparedPool: pool,
    publicUrl,
    trustProxy,
    limits: windows,
    deadlines,
    mailLink: async ({ to, link, purpose }) =>
      (await orLate(mailOwner({ to, ...accountMail(link, purpose) }), 'not now')) === 'taken',
    registerOwnerRoutes: (admin, owner) => {
      listRoutes(admin, parts, owning)
      const takeEffect = createTakeEffect(parts.settings, owner.keepSession)
      setupRoutes(admin, parts, { reach, takeEffect, previews: owning.previews })
      const once = createOnce(pool, (request) => accountOf(request).id)
      actRoutes(admin, { ...owning.engine, takeEffect, tellOfChange: parts.tellOfChange, once })
    },
  })
}

function listRoutes(admin: App, parts: Parts, { product, engine }: Owning) {
  const { dashboardPool: pool, pool: preparedPool, columns, services, config, logFailure, deadlines } = parts
  const { readFailing = () => [] } = parts
  const readMarks = createReadMarks(preparedPool)
  const recordExport = createRecordExport({ pool })
  figureRoutes(admin, { pool, preparedPool, columns, readMarks, recordExport, patience: deadlines.figures })
  peopleRoutes(admin, { pool, preparedPool, readLog: (id) => readEntryLog(preparedPool, id), readMarks })
  liveRoutes(admin, { pool, preparedPool, logFailure })
  const readWebhooksOff = () => readSwitchedOff(pool)
  deliveryRoutes(admin, {
    pool,
    services,
    config,
    readFailing,
    readWebhooksOff,
    tellOfChange: parts.tellOfChange,
  })
  requestRoutes(admin, { pool })
  rewardRoutes(admin, { pool })
  trustRoutes(admin, { pool })
  inboxRoutes(admin, { pool })
  const gaps = () => findWaveGaps(config(), services)
  waveRoutes(admin, { pool, gaps, config })
  launchDayRoutes(admin, { pool, product, gaps, config })
  updateRoutes(admin, { pool, engine, services, config })
}

type Setup = Pick<Owning, 'previews'> & {
  reach: Awaited<ReturnType<typeof createReach>>
  takeEffect: ReturnType<typeof createTakeEffect>
}

function setupRoutes(admin: App, parts: Parts, { reach, takeEffect, previews }: Setup) {
  const { dashboardPool: pool, settings, services, config, webhooks, tellOfChange, runBackup = async () => {} } = parts
  backupRoutes(admin, { pool, config, runBackup })
  checklistRoutes(admin, {
    pool,
    config,
    reach,
    resolveTxt: parts.resolveTxt,
    checkMail: async () => (services.mail ? checkService(pool, services, 'mail') : null),
    count: () => countEntries(pool),
  })
  siteRoutes(admin, {
    pool,
    rehearse: createRehearse({ pool, build: parts.build }),
    showNewest: async () => parts.sites?.step(),
    record: recordPublish,
    previews,
    countChosen: (question, choice) => countChosen(pool, { question, choice }),
    file: config().siteFile,
    tellOfChange,
  })
  settingsRoutes(admin, { pool, settings, reach, record: recordSettings, takeEffect, tellOfChange })
  keyRoutes(admin, { pool })
  webhookRoutes(admin, { pool, keyring: settings.keyring, config, ...webhooks })
}
