/**
 * A short message over the page. It stays for `timeout` milliseconds, or for as long as its tone suggests. With
 * `replaces` those before it go: they are no longer so.
 */
export type Notice = {
  title: string
  description?: string
  tone?: 'plain' | 'destructive'
  timeout?: number
  replaces?: boolean
}

/** Shows a notice. What draws it comes with the first one. */
export async function notify(notice: Notice) {
  try {
    const { showNotice } = await loadToaster()
    showNotice(notice)
  } catch (error) {
    console.warn('A notice could not be shown', notice, error)
  }
}

/** For pages that may have to say that the network is gone. */
export function preloadNotices() {
  loadToaster().catch(() => {})
}

const loadToaster = () => import('./toaster.tsx')
