import type { PageName } from './pages.ts'

export type PageWords = Record<
  PageName | 'notFound',
  {
    title: string
    description: string | null
  }
>

type Words = {
  brand: { name: string; pitch: string }
  contact: { title: string; lead: string }
  place: { board: { title: string } }
  titles: Record<Exclude<keyof PageWords, 'contact' | 'leaderboard'> | 'privacyDescription', string>
}

export function pageWords({ brand, contact, place, titles }: Words): PageWords {
  const page = (title: string, description: string | null = null) => ({
    title: `${title} | ${brand.name}`,
    description,
  })
  return {
    home: { title: titles.home, description: brand.pitch },
    contact: page(contact.title, contact.lead),
    form: page(titles.form),
    thankYou: page(titles.thankYou),
    checkInbox: page(titles.checkInbox),
    confirm: page(titles.confirm),
    place: page(titles.place),
    invitation: page(titles.invitation),
    leaderboard: page(place.board.title),
    privacy: page(titles.privacy, titles.privacyDescription),
    admin: page(titles.admin),
    unsubscribe: page(titles.unsubscribe),
    notFound: page(titles.notFound),
  }
}
