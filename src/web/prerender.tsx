import { prerender } from 'react-dom/static'
import { brand } from '#site/brand.ts'
import { contact } from '#site/contact.ts'
import { invitation } from '#site/referral.ts'
import { App } from './app.tsx'
import { titles } from './pages.ts'

/** The markup of one page as the browser will take it over. */
export async function renderPage(path: string): Promise<string> {
  const { prelude } = await prerender(<App ssrPath={path} />)
  return new Response(prelude).text()
}

/** What search engines and previews are told of the pages that are drawn ahead. */
export const pages = {
  home: { title: titles.home, description: brand.pitch },
  /** The landing page, as the preview of a referral link shows it. */
  invited: invitation,
  contact: { title: titles.contact, description: contact.lead },
  unsubscribe: { title: titles.unsubscribe, description: 'Where the link at the foot of a mail leads.' },
  notFound: { title: titles.notFound, description: 'There is nothing at this address.' },
}
