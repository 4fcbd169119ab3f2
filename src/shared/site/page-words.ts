import type { PageName } from './pages.ts'

export type PageWords = Record<
  PageName | 'notFound',
  {
    title: string
    description: string | null
  }
>

type Words = { brand: { name: string; pitch: string }; contact: { title: string; lead: string } }

export function pageWords({ brand, contact }: Words): PageWords {
  const page = (title: string, description: string | null = null) => ({
    title: `${title} | ${brand.name}`,
    description,
  })
  return {
    home: { title: `${brand.name}: join the waitlist`, description: brand.pitch },
    contact: page(contact.title, contact.lead),
    form: page('Your questions'),
    thankYou: page("You're in"),
    checkInbox: page('Check your inbox'),
    confirm: page('Is this you?'),
    place: page('Your place'),
    invitation: page('Your invitation'),
    privacy: page('Privacy', 'What we store about you, why, for how long, and how you see, correct and delete it.'),
    admin: page('Dashboard'),
    unsubscribe: page('Your mails'),
    notFound: page('Page not found'),
  }
}
