import { site } from '#shared/site/site.ts'
import type { ShareMethod } from '#shared/joining/analytics-event.ts'
import { shareLinks } from '#shared/joining/share-links.ts'
import { track } from '../../analytics/track.ts'
import { notify } from '../../ui/notify.ts'
import { copyText } from './copy-text.ts'

const LABELS = { twitter: 'Twitter', facebook: 'Facebook', instagram: 'Instagram' } as const

export type Network = keyof typeof LABELS
export const NETWORKS = Object.entries(LABELS) as [Network, string][]

export type Shared = { link: string; source: HTMLElement | null }

export async function shareOn(network: Network, shared: Shared) {
  // Instagram has no URL for sharing.
  const text = `${site().share.text} ${shared.link}`
  const copied = network === 'instagram' && copyText({ text, source: shared.source })
  // Before any `await`: after one, some browsers block the window as a pop-up.
  const tab = window.open(shareLinks[network](shared.link), '_blank')
  // With the option `noopener`, a blocked window could not be told from an open one.
  if (tab) tab.opener = null
  await copied
  if (!tab) return void notify('copy', site().thankYou.sharing.blocked)
  report(network)
}

/** Cancelling it is not a failure. */
export async function shareNatively({ link }: Shared) {
  try {
    await navigator.share({ ...site().share, url: link })
    report('native_share')
  } catch (error) {
    if ((error as DOMException).name !== 'AbortError') console.warn('Sharing failed', error)
  }
}

function report(method: ShareMethod) {
  track({ name: 'share', method, content_type: 'referral_link' })
}
