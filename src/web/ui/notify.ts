import type { Service } from '#shared/owner/integrations.ts'
import { inTime } from '../timing/in-time.ts'

/** A short notice over the page. It stays for `timeout` milliseconds; the default depends on its tone. */
export type Notice = {
  title: string
  description?: string
  tone?: 'plain' | 'destructive'
  timeout?: number
}

/** The actions whose outcome a notice shows. */
export type Attempt =
  | 'sign-up'
  | 'join'
  | 'load'
  | 'message'
  | 'copy'
  | 'sync'
  | 'session'
  | 'account'
  | 'export'
  | 'mark'
  | 'act'
  | 'action'
  | 'test-mail'
  | 'release'
  | 'backup'
  | 'settings'
  | `${'test' | 'deliveries' | 'catch-up'} ${Service}`

/**
 * Shows the outcome of an attempt in place of all earlier notices of the same attempt. Without notices, it only removes
 * the earlier ones, because the page itself shows the success. The first notice loads the component that draws it.
 */
export async function notify(attempt: Attempt, ...notices: Notice[]) {
  const toaster = await inTime(loadToaster(), 3_000).catch(console.warn)
  for (const plain of document.querySelectorAll('.plain-notice')) plain.remove()
  if (toaster) toaster.showNotices(attempt, notices)
  else showPlainly(notices)
}

/** Without the network, the component that draws notices may be missing as well. */
function showPlainly(notices: Notice[]) {
  for (const { title, description = '', tone = '' } of notices) {
    const notice = document.createElement('p')
    notice.className = `plain-notice ${tone}`
    notice.setAttribute('role', 'alert')
    notice.textContent = `${title}. ${description}`
    document.body.append(notice)
    setTimeout(() => notice.remove(), 10_000)
  }
}

/** Loads the notices early, for pages that may have to report a lost network. */
export function preloadNotices() {
  loadToaster().catch(() => {})
}

const loadToaster = () => import('./toaster.tsx')
