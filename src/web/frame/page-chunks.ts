import type { ComponentType } from 'react'
import type { PageName } from '#shared/pages.ts'

type Chunk = () => Promise<ComponentType>

/** The pages that are fetched on demand or ahead of time. The landing page is part of the first load. */
export const pageChunks: Record<Exclude<PageName, 'home'> | 'notFound', Chunk> = {
  contact: async () => (await import('../routes/contact/contact-page.tsx')).ContactPage,
  form: async () => (await import('../routes/form/form-page.tsx')).FormPage,
  thankYou: async () => (await import('../routes/thank-you/thank-you-page.tsx')).ThankYouPage,
  checkInbox: async () => (await import('../routes/check-inbox/check-inbox-page.tsx')).CheckInboxPage,
  confirm: async () => (await import('../routes/confirm/confirm-page.tsx')).ConfirmPage,
  place: async () => (await import('../routes/place/place-page.tsx')).PlacePage,
  invitation: async () => (await import('../routes/invitation/invitation-page.tsx')).InvitationPage,
  receipt: async () => (await import('../routes/receipt/receipt-page.tsx')).ReceiptPage,
  privacy: async () => (await import('../routes/privacy/privacy-page.tsx')).PrivacyPage,
  admin: async () => (await import('../routes/admin/admin-page.tsx')).AdminPage,
  unsubscribe: async () => (await import('../routes/unsubscribe/unsubscribe-page.tsx')).UnsubscribePage,
  notFound: async () => (await import('../routes/not-found/not-found-page.tsx')).NotFoundPage,
}

/** Fetches the next page ahead of time. Ignores a failure: a visit fetches the page again. */
export function prefetch(name: keyof typeof pageChunks) {
  pageChunks[name]().catch(() => {})
}
