import { brand } from '#site/brand.ts'
import { contact } from '#site/contact.ts'
import { paths } from '#shared/paths.ts'

/** The title of every page, for the browser's tab, for search engines and for analytics. */
export const titles = {
  home: `${brand.name}: join the waitlist`,
  contact: `${contact.title} | ${brand.name}`,
  form: `Your questions | ${brand.name}`,
  thankYou: `You're in | ${brand.name}`,
  admin: `Dashboard | ${brand.name}`,
  unsubscribe: `Your mails | ${brand.name}`,
  notFound: `Page not found | ${brand.name}`,
}

export function titleAt(path: string): string {
  if (path === paths.home) return titles.home
  if (path === paths.contact) return titles.contact
  if (path === paths.form) return titles.form
  if (path === paths.thankYou) return titles.thankYou
  if (path === paths.admin) return titles.admin
  if (path === paths.unsubscribe) return titles.unsubscribe
  return titles.notFound
}
