import type { ComponentType } from 'react'
import { pageAt, type PageName } from '#shared/site/pages.ts'
import { inTime } from '../timing/in-time.ts'
import { pagePath } from './page-path.ts'
import { fetchParts } from './site-data.ts'

type Chunk = () => Promise<ComponentType>
export type ChunkName = Exclude<PageName, 'home'> | 'notFound'

const chunks: Record<ChunkName, Chunk> = {
  contact: () => import('../routes/contact/contact-page.tsx').then((chunk) => chunk.ContactPage),
  form: () => import('../routes/form/form-page.tsx').then((chunk) => chunk.FormPage),
  thankYou: () => import('../routes/thank-you/thank-you-page.tsx').then((chunk) => chunk.ThankYouPage),
  checkInbox: () => import('../routes/check-inbox/check-inbox-page.tsx').then((chunk) => chunk.CheckInboxPage),
  confirm: () => import('../routes/confirm/confirm-page.tsx').then((chunk) => chunk.ConfirmPage),
  place: () => import('../routes/place/place-page.tsx').then((chunk) => chunk.PlacePage),
  invitation: () => import('../routes/invitation/invitation-page.tsx').then((chunk) => chunk.InvitationPage),
  leaderboard: () => import('../routes/leaderboard/leaderboard-page.tsx').then((chunk) => chunk.LeaderboardPage),
  privacy: () => import('../routes/privacy/privacy-page.tsx').then((chunk) => chunk.PrivacyPage),
  admin: () => import('../routes/admin/admin-page.tsx').then((chunk) => chunk.AdminPage),
  unsubscribe: () => import('../routes/unsubscribe/unsubscribe-page.tsx').then((chunk) => chunk.UnsubscribePage),
  notFound: () => import('../routes/not-found/not-found-page.tsx').then((chunk) => chunk.NotFoundPage),
}

export const arrived: Partial<Record<ChunkName, ComponentType>> = {}

export async function loadPage(name: ChunkName): Promise<ComponentType> {
  const [page] = await Promise.all([chunks[name](), fetchParts(name)])
  return (arrived[name] ??= page)
}

const asked: Partial<Record<ChunkName, Promise<ComponentType>>> = {}

/** Fails after ten seconds, and then at once. */
export function loadInTime(name: ChunkName): Promise<ComponentType> {
  return (asked[name] ??= inTime(loadPage(name), 10_000))
}

export function prefetch(name: ChunkName) {
  loadPage(name).catch(() => {})
}

export async function loadDrawnPages() {
  const { admin: _, ...drawn } = chunks
  await Promise.all(Object.keys(drawn).map((name) => loadPage(name as ChunkName)))
}

/** The address of a document that says so itself: a page may be off. */
const missing = !import.meta.env.SSR && 'missing' in document.documentElement.dataset ? pagePath() : null

export function chunkAt(path: string): ChunkName | null {
  const name = path === missing ? 'notFound' : (pageAt(path)?.name ?? 'notFound')
  return name === 'home' ? null : name
}
