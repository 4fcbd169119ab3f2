import { brand } from '#site/brand.ts'
import { contact } from '#site/contact.ts'
import { invitation } from '#site/referral.ts'
import { paths } from '#shared/paths.ts'

type Page = { title: string; description: string }

/** The title and description of every page, for the browser's tab, for search engines and for analytics. */
export const pages = {
  home: { title: `${brand.name}: join the waitlist`, description: brand.pitch },
  /** What a referral link's preview says of the landing page. */
  invited: invitation,
  contact: { title: `${contact.title} | ${brand.name}`, description: contact.lead },
  form: {
    title: `Your questions | ${brand.name}`,
    description: 'Seven short questions, and you have a place in the queue.',
  },
  thankYou: { title: `You're in | ${brand.name}`, description: 'Your place in the queue and your referral link.' },
  admin: { title: `Dashboard | ${brand.name}`, description: 'The waitlist in figures, for its owner.' },
  notFound: { title: `Page not found | ${brand.name}`, description: 'There is nothing at this address.' },
} satisfies Record<string, Page>

export function pageAt(path: string): Page {
  if (path === paths.home) return pages.home
  if (path === paths.contact) return pages.contact
  if (path === paths.form) return pages.form
  if (path === paths.thankYou) return pages.thankYou
  if (path === paths.admin) return pages.admin
  return pages.notFound
}
