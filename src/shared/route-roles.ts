import type { Role } from './accounts.ts'
import type { ActKindName } from './acts.ts'
import { paths } from './paths.ts'

/** `proof`: also needs a recent proof, which is a password or a passkey within the last `PROOF_MINUTES`. */
export type Right = { role: Role; proof?: true }

const READER: Right = { role: 'reader' }
const MANAGER: Right = { role: 'manager' }
const OWNER: Right = { role: 'owner' }
const PROVEN_OWNER: Right = { role: 'owner', proof: true }

const { api, functions } = paths

/**
 * The least role for each route of the dashboard. The server does not start with a route that is missing here, and
 * `src/server/admin/roles.test.ts` walks all of them with all roles.
 */
export const ROUTE_RIGHTS: Record<string, Right> = {
  [`GET ${api.adminSummary}`]: READER,
  [`GET ${api.adminReferrers}`]: READER,
  [`GET ${api.adminWords}`]: READER,
  [`GET ${api.adminEntries}`]: READER,
  [`GET ${api.adminEntries}/:id`]: READER,
  [`GET ${api.adminEntries}/:id/credits`]: READER,
  [`GET ${api.adminEntries}/:id/acts`]: READER,
  [`GET ${api.adminEntries}/:id/deliveries`]: READER,
  [`POST ${api.adminUnknown}`]: READER,
  [`GET ${api.adminActs}`]: READER,
  [`GET ${api.adminActs}/:id`]: READER,
  [`GET ${api.adminActs}/:id/receipts`]: READER,
  [`GET ${api.adminTags}`]: READER,
  [`GET ${api.adminReviews}`]: READER,
  [`GET ${api.adminReviews}/:id`]: READER,
  [`GET ${api.adminReviewsCount}`]: READER,
  [`GET ${api.adminTrustRules}`]: READER,
  [`GET ${api.adminWaves}`]: READER,
  [`GET ${api.adminWaves}/:id`]: READER,
  [`GET ${api.adminWavesConversion}`]: READER,
  [`GET ${api.adminLaunchDay}`]: READER,
  [`GET ${api.adminRequests}`]: READER,
  [`GET ${api.adminLive}`]: READER,
  [`GET ${api.adminSync}`]: READER,
  [`POST ${api.adminProof}`]: READER,
  [`GET ${api.adminAccountNames}`]: READER,
  [`PATCH ${api.adminAccount}`]: { role: 'reader', proof: true },
  [`GET ${api.adminAccount}/sessions`]: READER,
  [`DELETE ${api.adminAccount}/sessions/:id`]: READER,

  [`GET ${api.adminEntriesCsv}`]: { role: 'manager', proof: true },
  [`POST ${api.adminActs}`]: MANAGER,
  [`POST ${api.adminActsPreview}`]: MANAGER,
  [`POST ${api.adminActs}/:id/undo`]: MANAGER,
  [`POST ${api.adminActs}/:id/stop`]: MANAGER,
  [`POST ${api.adminSimulations}`]: MANAGER,
  [`POST ${api.adminWavesPreview}`]: MANAGER,
  [`POST ${api.adminWaveTestMail}`]: MANAGER,
  [`GET ${api.adminMessages}`]: MANAGER,
  [`GET ${api.adminUnread}`]: MANAGER,
  [`POST ${api.adminMarks}`]: MANAGER,
  [`GET ${api.adminMails}`]: MANAGER,
  [`POST ${api.adminWaveMail}`]: MANAGER,
  [`GET ${api.adminMailsHtml}`]: MANAGER,
  [`GET ${api.adminIntegrations}`]: MANAGER,
  [`GET ${api.adminDeliveries}`]: MANAGER,
  [`POST ${api.adminIntegrations}/:service/test`]: MANAGER,
  [`POST ${api.adminIntegrations}/:service/create-missing`]: MANAGER,
  [`POST ${api.adminIntegrations}/:service/catch-up`]: MANAGER,
  [`POST ${api.adminTestMail}`]: MANAGER,
  [`DELETE ${api.adminEntries}/:id/mail-problem`]: MANAGER,
  [`POST ${api.adminRetry}`]: MANAGER,
  [`POST ${api.adminDismiss}`]: MANAGER,
  [`GET ${api.adminBackups}`]: MANAGER,
  [`POST ${functions.sendWaitlistEmail}`]: MANAGER,
  [`POST ${functions.sendReferralNotification}`]: MANAGER,
  [`POST ${functions.addToNotion}`]: MANAGER,
  [`POST ${functions.syncToBeehiiv}`]: MANAGER,

  [`POST ${api.adminImports}`]: PROVEN_OWNER,
  [`POST ${api.adminImportReport}`]: OWNER,
  [`GET ${api.adminAccounts}`]: OWNER,
  [`POST ${api.adminInvitations}`]: PROVEN_OWNER,
  [`POST ${api.adminAccounts}/:id/link`]: PROVEN_OWNER,
  [`PATCH ${api.adminAccounts}/:id`]: PROVEN_OWNER,
  [`DELETE ${api.adminAccounts}/:id/sessions`]: PROVEN_OWNER,
  [`GET ${api.adminKeys}`]: OWNER,
  [`POST ${api.adminKeys}`]: PROVEN_OWNER,
  [`DELETE ${api.adminKeys}/:id`]: PROVEN_OWNER,
  [`GET ${api.adminEndpoints}`]: OWNER,
  [`POST ${api.adminEndpoints}`]: PROVEN_OWNER,
  [`PATCH ${api.adminEndpoints}/:id`]: PROVEN_OWNER,
  [`DELETE ${api.adminEndpoints}/:id`]: PROVEN_OWNER,
  [`POST ${api.adminEndpoints}/:id/rotate`]: PROVEN_OWNER,
  [`POST ${api.adminEndpoints}/:id/test`]: OWNER,
  [`GET ${api.adminEndpoints}/:id/deliveries`]: OWNER,
  [`POST ${api.adminEndpoints}/:id/redeliver`]: OWNER,
  [`GET ${api.adminSettings}`]: OWNER,
  [`PATCH ${api.adminSettings}`]: OWNER,
  [`POST ${api.adminSettingsTest}`]: OWNER,
  [`GET ${api.adminMailRecords}`]: OWNER,
  [`GET ${api.adminChecklist}`]: OWNER,
  [`PATCH ${api.adminChecklist}`]: OWNER,
  [`GET ${api.adminIntegrations}/:service/choices`]: OWNER,
  [`POST ${api.adminIntegrations}/:service/trial`]: OWNER,
  [`POST ${api.adminBackups}`]: OWNER,
  [`GET ${api.adminNewestBackup}`]: { role: 'owner', proof: true },
  [`POST ${api.adminRelease}`]: OWNER,
}

/** The least role for each kind of act. An undo needs what its act needs. */
export const ACT_RIGHTS: Record<ActKindName, Right> = {
  accept: MANAGER,
  reject: MANAGER,
  hold: MANAGER,
  'trust-rule': MANAGER,
  tag: MANAGER,
  note: MANAGER,
  'correct-email': MANAGER,
  wave: MANAGER,
  'call-back': MANAGER,
  export: MANAGER,
  'close-holds': MANAGER,
  erase: PROVEN_OWNER,
  import: PROVEN_OWNER,
  'referral-rule': OWNER,
  // Its route asks for a proof where a value needs one.
  settings: OWNER,
}
