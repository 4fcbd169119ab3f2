import type { Service } from '#shared/integrations.ts'

/** A short notice over the page. It stays for `timeout` milliseconds; the default depends on its tone. */
export type Notice = {
  title: string
  description?: string
  tone?: 'plain' | 'destructive'
  timeout?: number
}

/** Everything that a person can try and whose outcome a notice tells. */
export type Attempt =
  | 'sign-up'
  | 'join'
  | 'load'
  | 'message'
  | 'copy'
  | 'sync'
  | 'session'
  | 'export'
  | 'mark'
  | 'act'
  | 'test-mail'
  | 'release'
  | `${'test' | 'deliveries' | 'catch-up'} ${Service}`

/**
 * Shows the outcome of an attempt in place of all earlier notices of the same attempt. Without notices it only removes
 * the earlier ones, where the page itself shows the success. The first notice loads the component that draws it.
 */
export async function notify(attempt: Attempt, ...notices: Notice[]) {
  try {
    const { showNotices } = await loadToaster()
    showNotices(attempt, notices)
  } catch (error) {
    console.warn(error)
    showPlainly(notices)
  }
}

/** Without the network, the component that draws notices may be missing as well. The newest replace all others. */
function showPlainly(notices: Notice[]) {
  for (const earlier of document.querySelectorAll('.plain-notice')) earlier.remove()
  for (const { title, description = '', tone = '' } of notices) {
    const notice = document.createElement('p')
    notice.className = `plain-notice ${tone}`
    notice.setAttribute('role', 'alert')
    notice.textContent = `${title}. ${description}`
    document.body.append(notice)
    setTimeout(() => notice.remove(), 10_000)
  }
}

/** For pages that may have to report that the network is gone. */
export function preloadNotices() {
  loadToaster().catch(() => {})
}

const loadToaster = () => import('./toaster.tsx')
