import { joinPath, localPath, pagePaths } from './pages.ts'

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
