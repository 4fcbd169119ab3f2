import type { ComponentType } from 'react'
import { pageAt } from '#shared/page-at.ts'
import type { PageName } from '#shared/pages.ts'

type Chunk = () => Promise<ComponentType>
export type ChunkName = Exclude<PageName, 'home'> | 'notFound'

/** The pages that are fetched on demand or ahead of time. The landing page is part of the first load. */
const chunks: Record<ChunkName, Chunk> = {
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

/** The pages whose chunk has arrived. */
export const arrived: Partial<Record<ChunkName, ComponentType>> = {}

export async function loadPage(name: ChunkName): Promise<ComponentType> {
  return (arrived[name] ??= await chunks[name]())
}

/** Fetches the next page ahead of time. Ignores a failure: a visit loads that page as a whole. */
export function prefetch(name: ChunkName) {
  loadPage(name).catch(() => {})
}

/** Null for the landing page, which needs no chunk. */
export function chunkAt(path: string): ChunkName | null {
  const name = pageAt(path)?.name ?? 'notFound'
  return name === 'home' ? null : name
}
