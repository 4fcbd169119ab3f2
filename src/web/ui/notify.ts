/**
 * A short notice over the page. It stays for `timeout` milliseconds; the default depends on its tone. With `replaces`,
 * it removes earlier notices that are no longer true.
 */
export type Notice = {
  title: string
  description?: string
  tone?: 'plain' | 'destructive'
  timeout?: number
  replaces?: boolean
}

/** Shows a notice. The first notice loads the component that draws it. */
export async function notify(notice: Notice) {
  try {
    const { showNotice } = await loadToaster()
    showNotice(notice)
  } catch (error) {
    console.warn('A notice could not be shown', notice, error)
  }
}

/** For pages that may have to report that the network is gone. */
export function preloadNotices() {
  loadToaster().catch(() => {})
}

const loadToaster = () => import('./toaster.tsx')
