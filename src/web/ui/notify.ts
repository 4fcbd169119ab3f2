import type { Service } from '#shared/owner/integrations.ts'
import { inTime } from '../timing/in-time.ts'

/** `timeout`: milliseconds; the default depends on the tone. */
export type Notice = {
  title: string
  description?: string
  tone?: 'plain' | 'destructive'
  timeout?: number
}

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
 * In place of all earlier notices of the same attempt. Without notices, the page itself shows the success. The first
 * loads the component that draws them.
 */
export async function notify(attempt: Attempt, ...notices: Notice[]) {
  const toaster = await inTime(loadToaster(), 3_000).catch(console.warn)
  for (const plain of document.querySelectorAll('.plain-notice')) plain.remove()
  if (toaster) toaster.showNotices(attempt, notices)
  else showPlainly(notices)
}

/** Without the network, the component may be missing as well. */
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

export function preloadNotices() {
  loadToaster().catch(() => {})
}

const loadToaster = () => import('./toaster.tsx')
