import { pagePaths } from '#shared/site/pages.ts'
import { site } from '#shared/site/site.ts'
import { timeLimit } from '../timing/time-limit.ts'
import { carryMemory } from '../storage/storage.ts'
import { notify } from '../ui/notify.ts'

/** A page load would only replace this page with the browser's error page. */
export class NoConnection extends Error {}

/**
 * For pages whose chunk did not arrive: browsers remember a failed import for as long as the document is open. main.tsx
 * does not call this for the first page, so no document reloads forever.
 */
export async function loadWhole(): Promise<never> {
  await checkConnection()
  carryMemory()
  location.reload()
  // Never resolves, so that nothing is drawn before the document ends.
  return new Promise(() => {})
}

export async function loadAgain() {
  const { title, text } = site().frame.offline
  await loadWhole().catch(() => notify('load', { title, description: text }))
}

export async function checkConnection() {
  const answer = fetch(pagePaths.home, { method: 'HEAD', cache: 'no-store', signal: timeLimit(10_000) })
  if (!(await answer.catch(() => null))?.ok) throw new NoConnection('The server does not answer')
}
