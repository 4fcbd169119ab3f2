/** A short message over the page. It stays for `timeout` milliseconds, or for as long as its tone suggests. */
export type Notice = { title: string; description?: string; tone?: 'plain' | 'destructive'; timeout?: number }

/** What shows notices comes with the first of them, or earlier where the network may be gone by then. */
export const loadToaster = () => import('./toaster.tsx')

export async function notify(notice: Notice) {
  const { showNotice } = await loadToaster()
  showNotice(notice)
}
