import { firstCalls, pagePaths } from './page-paths.ts'

/** Every address of the site, for links in the browser and in mails, and for the server's routes. */
export const paths = {
  ...pagePaths,
  /** Receives a form with an email, from our own pages or from any other site. */
  join: '/join',
  /**
   * The form of the list, for a frame on another site. The script and the styles are for the custom element that shows
   * the form without a frame.
   */
  embed: '/embed',
  embedScript: '/embed.js',
  embedStyles: '/embed.css',
  preview: '/preview',
  previewShown: '/preview/shown',
  /**
   * This path plus a referral code is a page whose link preview in chats is a ticket. With `.png` added, it is the
   * picture of the ticket.
   */
  tickets: '/s',
  /** The pictures for links without a person's code: an invitation, and the landing page. */
  invitationTicket: '/s/invitation.png',
  ownTicket: '/s/list.png',
  /** This path plus a token is a link of an update. */
  press: '/l',
  /** Receives a code from one of our mails, for browsers without scripts. */
  code: '/code',
  api: {
    ...firstCalls,
    entries: '/api/waitlist/entries',
    /** Called when a form is opened: answers with a signed stamp, and with a challenge if a join needs a proof. */
    stamp: '/api/waitlist/stamp',
    contact: '/api/contact',
    /** The referral rule: a `RuleInForce`. */
    referralRule: '/api/referral-rule',
    placeLinks: '/api/place-links',
    placeCodes: '/api/place-codes',
    place: '/api/place',
    /**
     * `POST`: mails the holder of a place's token a fresh link. 202 with `{}`; `links-used-up` after five links in a
     * day; `no-mail` if no mail server is set up.
     */
    placeFreshLink: '/api/place/link',
    placeLive: '/api/place/live',
    placeExport: '/api/place/export',
    placeEmail: '/api/place/email',
    placeMail: '/api/place/mail',
    placeConfirm: '/api/place/confirm',
    placeInvitation: '/api/place/invitation',
    receipt: '/api/receipt',
    invitation: '/api/invitation',
    invitationAccept: '/api/invitation/accept',
    /** The product redeems tokens here. */
    redemptions: '/api/invitation-redemptions',
    /** Mail services report bounces here. The secret may follow as the last part of the path. */
    mailEvents: '/api/mail-events',
    /** The answer to `GET` this path plus a nonce proves that the server serves this list. */
    reach: '/api/reach',
    openapi: '/api/openapi.json',
    /** The API for programs with a key is below this path. */
    v1: '/api/v1',
    adminSession: '/api/admin/session',
    /** Signs in with a passkey. The options that the browser needs are at this path plus `/options`. */
    adminPasskey: '/api/admin/session/passkey',
    /** Tells the purpose of an account's link. This path plus `/use` uses the link. */
    adminLink: '/api/admin/session/link',
    adminAccounts: '/api/admin/accounts',
    adminAccountNames: '/api/admin/accounts/names',
    adminInvitations: '/api/admin/accounts/invitations',
    /** The account of the session; its sessions and passkeys are below it. */
    adminAccount: '/api/admin/account',
    /** One endpoint is at this path plus its id; below it are `rotate`, `test`, `deliveries` and `redeliver`. */
    adminEndpoints: '/api/admin/endpoints',
    /** One API key is at this path plus its id. */
    adminKeys: '/api/admin/keys',
    adminProof: '/api/admin/session/proof',
    adminSummary: '/api/admin/summary',
    adminReferrers: '/api/admin/referrers',
    /** One entry with its history is at this path plus its id. */
    adminEntries: '/api/admin/entries',
    adminEntriesCsv: '/api/admin/entries.csv',
    /** One act is at this path plus its id; `undo` and `stop` are below it. */
    adminActs: '/api/admin/acts',
    adminActsPreview: '/api/admin/acts/preview',
    /** The people of one group are at this path plus its id. */
    adminReviews: '/api/admin/reviews',
    adminReviewsCount: '/api/admin/reviews/count',
    adminTrustRules: '/api/admin/trust-rules',
    adminImports: '/api/admin/imports',
    /** All notes of a dry run of an import, as a file. */
    adminImportReport: '/api/admin/imports/report',
    adminTags: '/api/admin/tags',
    /** One wave is at this path plus its id. */
    adminWaves: '/api/admin/waves',
    adminWavesPreview: '/api/admin/waves/preview',
    adminWavesConversion: '/api/admin/waves/conversion',
    adminWaveMail: '/api/admin/waves/mail.html',
    adminWaveTestMail: '/api/admin/waves/test-mail',
    adminLaunchDay: '/api/admin/launch-day',
    adminRequests: '/api/admin/requests',
    adminUnknown: '/api/admin/entries/unknown',
    adminLive: '/api/admin/live',
    adminSync: '/api/admin/sync',
    /** The routes of a service are at this path plus its name. */
    adminIntegrations: '/api/admin/integrations',
    adminTestMail: '/api/admin/integrations/mail/test-mail',
    adminDeliveries: '/api/admin/deliveries',
    /** A mail as JSON, or as an HTML page. */
    adminMails: '/api/admin/mails',
    adminMailsHtml: '/api/admin/mails.html',
    adminRetry: '/api/admin/deliveries/retry',
    adminDismiss: '/api/admin/deliveries/dismiss',
    adminQuestionChanges: '/api/admin/question-changes',
    adminSite: '/api/admin/site',
    adminSiteDraft: '/api/admin/site/draft',
    adminSiteCheck: '/api/admin/site/draft/check',
    /** The landing page of the draft, for a frame of the dashboard. */
    adminSitePreview: '/api/admin/site/preview',
    adminSitePreviewLink: '/api/admin/site/preview-link',
    adminSitePublish: '/api/admin/site/publish',
    adminSiteLogo: '/api/admin/site/logo',
    adminMessages: '/api/admin/messages',
    adminUnread: '/api/admin/messages/unread',
    adminMarks: '/api/admin/messages/marks',
    adminWords: '/api/admin/words',
    adminBackups: '/api/admin/backups',
    /** The newest backup as a file. The request needs a recent proof of identity. */
    adminNewestBackup: '/api/admin/backups/newest',
    adminMailRecords: '/api/admin/settings/mail-records',
    adminChecklist: '/api/admin/checklist',
    adminSettings: '/api/admin/settings',
    /** Tests whether an address of the site leads to this list. */
    adminSettingsTest: '/api/admin/settings/test',
    /** Lets the server send again after the list was restored from a backup. */
    adminRelease: '/api/admin/integrations/release',
  },
  functions: {
    sendWaitlistEmail: '/functions/v1/send-waitlist-email',
    sendReferralNotification: '/functions/v1/send-referral-notification',
    addToNotion: '/functions/v1/add-to-notion',
    syncToBeehiiv: '/functions/v1/sync-to-beehiiv',
  },
} as const

/** The page that a visitor gets after joining. */
export function thankYouPath({ position, referral_code }: { position: number; referral_code: string }): string {
  return `${paths.thankYou}?${new URLSearchParams({ position: String(position), referral: referral_code })}`
}

/** The thank-you page of another site, with the parameters that our own thank-you page gets. */
export function thanksLink(
  page: string,
  { position, referral_code }: { position: number; referral_code: string },
): string {
  const url = new URL(page)
  url.searchParams.set('position', String(position))
  url.searchParams.set('referral', referral_code)
  return url.href
}

/** The link in the footer of a mail that ends all mail to one person. */
export function unsubscribeLink(origin: string, token: string): string {
  return `${origin}${paths.unsubscribe}?${new URLSearchParams({ token })}`
}

/**
 * The link to a person's own place. The token is in the fragment, because a fragment is never in a log or a Referer
 * header.
 */
export function placeLink(origin: string, token: string): string {
  return `${origin}${paths.place}#${token}`
}

export function invitationLink(origin: string, token: string): string {
  return `${origin}${paths.invitation}#${token}`
}

/** The link to the receipt of somebody who has left. */
export function receiptLink(origin: string, token: string): string {
  return `${origin}${paths.receipt}#${token}`
}

/**
 * The link to the page whose button confirms a newcomer's address, new answers, another address, or the address of a
 * person with friends on the list. The query only chooses the texts of the page.
 */
export function confirmLink(origin: string, token: string, about: 'place' | 'answers' | 'address' | 'friends'): string {
  return `${origin}${paths.confirm}${about === 'place' ? '' : `?${about}`}#${token}`
}

/** The link that sets up the first account, accepts an invitation to an account, or recovers an account. */
export function accountLink(origin: string, purpose: 'setup' | 'invitation' | 'recovery', token: string): string {
  return `${origin}${paths.admin}#${purpose}=${token}`
}

/** The referral link that a person shares, on the site's own origin. */
export function referralLink(origin: string, code: string): string {
  return `${origin}${paths.home}?${new URLSearchParams({ ref: code })}`
}
