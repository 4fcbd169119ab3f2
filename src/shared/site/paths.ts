import { firstCalls, joinPath, localPath, pagePaths } from './pages.ts'

/** The query of the questions' page for somebody who has just left an address to be told when the list opens. */
export const TOLD = 'told'

export const paths = {
  ...pagePaths,
  join: joinPath,
  embed: '/embed',
  embedScript: '/embed.js',
  embedStyles: '/embed.css',
  preview: '/preview',
  previewShown: '/preview/shown',
  /** Plus a code: a page whose preview in chats is a ticket; with `.png`, its picture. */
  tickets: '/s',
  invitationTicket: '/s/invitation.png',
  ownTicket: '/s/list.png',
  /** Plus a token: a link of an update. */
  press: '/l',
  code: '/code',
  api: {
    ...firstCalls,
    entries: '/api/waitlist/entries',
    stamp: '/api/waitlist/stamp',
    contact: '/api/contact',
    placeLinks: '/api/place-links',
    placeCodes: '/api/place-codes',
    place: '/api/place',
    placeFreshLink: '/api/place/link',
    placeConfirm: '/api/place/confirm',
    placeInvitation: '/api/place/invitation',
    invitation: '/api/invitation',
    invitationAccept: '/api/invitation/accept',
    redemptions: '/api/invitation-redemptions',
    /** The secret may follow as the last part of the path. */
    mailEvents: '/api/mail-events',
    /** The answer to this path plus a nonce proves that the server serves this list. */
    reach: '/api/reach',
    v1: '/api/v1',
    adminSession: '/api/admin/session',
    adminPasskey: '/api/admin/session/passkey',
    adminLink: '/api/admin/session/link',
    adminKeys: '/api/admin/keys',
    adminProof: '/api/admin/session/proof',
    adminSummary: '/api/admin/summary',
    adminReferrers: '/api/admin/referrers',
    adminEntries: '/api/admin/entries',
    adminEntriesCsv: '/api/admin/entries.csv',
    adminActs: '/api/admin/acts',
    adminReviews: '/api/admin/reviews',
    adminReviewsCount: '/api/admin/reviews/count',
    adminTrustRules: '/api/admin/trust-rules',
    adminImports: '/api/admin/imports',
    adminWaves: '/api/admin/waves',
    adminWavesPreview: '/api/admin/waves/preview',
    adminLaunchDay: '/api/admin/launch-day',
    adminLive: '/api/admin/live',
    adminIntegrations: '/api/admin/integrations',
    adminTestMail: '/api/admin/integrations/mail/test-mail',
    adminDeliveries: '/api/admin/deliveries',
    adminQuestionChanges: '/api/admin/question-changes',
    adminSite: '/api/admin/site',
    adminSiteDraft: '/api/admin/site/draft',
    adminSiteCheck: '/api/admin/site/draft/check',
    adminSitePreview: '/api/admin/site/preview',
    adminSitePreviewLink: '/api/admin/site/preview-link',
    adminSitePublish: '/api/admin/site/publish',
    adminSiteLogo: '/api/admin/site/logo',
    adminBackups: '/api/admin/backups',
    adminNewestBackup: '/api/admin/backups/newest',
    adminMailRecords: '/api/admin/settings/mail-records',
    adminChecklist: '/api/admin/checklist',
    adminSettings: '/api/admin/settings',
    adminRelease: '/api/admin/integrations/release',
  },
  functions: {
    sendWaitlistEmail: '/functions/v1/send-waitlist-email',
    sendReferralNotification: '/functions/v1/send-referral-notification',
    addToNotion: '/functions/v1/add-to-notion',
    syncToBeehiiv: '/functions/v1/sync-to-beehiiv',
  },
} as const

export function thankYouPath({ position, referral_code }: { position: number; referral_code: string }): string {
  return `${paths.thankYou}?${new URLSearchParams({ position: String(position), referral: referral_code })}`
}

export function thanksLink(
  page: string,
  { position, referral_code }: { position: number; referral_code: string },
): string {
  const url = new URL(page)
  url.searchParams.set('position', String(position))
  url.searchParams.set('referral', referral_code)
  return url.href
}

export function unsubscribeLink(origin: string, token: string): string {
  return `${origin}${localPath(paths.unsubscribe)}?${new URLSearchParams({ token })}`
}

/** In the fragment, the token is never in a log or a Referer header. */
export function placeLink(origin: string, token: string): string {
  return `${origin}${localPath(paths.place)}#${token}`
}

export function invitationLink(origin: string, token: string): string {
  return `${origin}${localPath(paths.invitation)}#${token}`
}

/** The query only chooses the texts of the page. */
export function confirmLink(origin: string, token: string, about: 'place' | 'answers' | 'address' | 'friends'): string {
  return `${origin}${localPath(paths.confirm)}${about === 'place' ? '' : `?${about}`}#${token}`
}

export function accountLink(origin: string, purpose: 'setup' | 'invitation' | 'recovery', token: string): string {
  return `${origin}${paths.admin}#${purpose}=${token}`
}

export function referralLink(origin: string, code: string): string {
  return `${origin}${localPath(paths.home)}?${new URLSearchParams({ ref: code })}`
}
