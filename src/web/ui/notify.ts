import type { Service } from '#shared/integrations.ts'

/** A short notice over the page. It stays for `timeout` milliseconds; the default depends on its tone. */
export type Notice = {
  title: string
  description?: string
  tone?: 'plain' | 'destructive'
  timeout?: number
}

/** What a person can try, and be told the outcome of. */
export type Attempt =
  | 'sign-up'
  | 'join'
  | 'message'
  | 'copy'
  | 'sync'
  | 'session'
  | 'export'
  | 'mark'
  | 'act'
  | 'test-mail'
  | `${'test' | 'deliveries' | 'catch-up'} ${Service}`

/**
 * Shows the outcome of an attempt in place of everything that the same attempt showed before. Without a notice it only
 * removes that: the page itself shows the success. The first notice loads the component that draws it.
 */
export async function notify(attempt: Attempt, ...notices: Notice[]) {
  try {
    const { showNotices } = await loadToaster()
    showNotices(attempt, notices)
  } catch (error) {
    console.warn('A notice could not be shown', notices, error)
  }
}

/** For pages that may have to report that the network is gone. */
export function preloadNotices() {
  loadToaster().catch(() => {})
}

const loadToaster = () => import('./toaster.tsx')
