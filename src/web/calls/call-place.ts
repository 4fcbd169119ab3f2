import { toldOf } from '#shared/joining/told.ts'
import { BROWSER_TOKEN } from '#shared/values/header-names.ts'
import type { AnswerOf, Route, SentOf } from '#shared/routes/route.ts'
import { browserToken } from '../storage/place-token.ts'
import { call, CallError, type CallOptions, warn } from './call.ts'

export type PlaceFault =
  | { fault: 'ended' }
  | { fault: 'link-needed' }
  | { fault: 'fields'; fields: Record<string, string> }
  | { fault: 'failed'; message?: string }
export type PlaceOutcome<Answer> = Answer | PlaceFault

export function isFault(outcome: object | null): outcome is PlaceFault {
  return outcome !== null && 'fault' in outcome
}

export async function callPlace<R extends Route>(
  route: R,
  token: string | null,
  ...[sent]: {} extends SentOf<R> ? [sent?: SentOf<R>] : [sent: SentOf<R>]
): Promise<PlaceOutcome<AnswerOf<R>>> {
  const options: CallOptions = { token, headers: ownBrowser(token) }
  try {
    return (await call<Route>(route, sent ?? {}, options)) as AnswerOf<R>
  } catch (error) {
    warn('A call about your place failed', error)
    return faultOf(error)
  }
}

/** The server writes the meta tag if no mail server is set up. */
export function sendsMail(): boolean {
  return document.querySelector('meta[name="mail"][content="none"]') === null
}

function faultOf(error: unknown): PlaceFault {
  if (!(error instanceof CallError)) return { fault: 'failed' }
  const { status, code, fields, retryAfter } = error
  if (status === 404 || status === 401) return { fault: 'ended' }
  if (code === 'link-needed') return { fault: 'link-needed' }
  if (Object.keys(fields).length > 0) return { fault: 'fields', fields }
  const message = code !== null && TOLD.includes(code) ? toldOf(code, retryAfter) : null
  return message === null ? { fault: 'failed' } : { fault: 'failed', message }
}

const TOLD = ['rate-limited', 'links-used-up', 'emails-used-up', 'own-email', 'no-mail']

/** With the browser's own token beside a mailed one, the call does not end the browser's. */
function ownBrowser(token: string | null): Record<string, string> {
  const own = token === null ? null : browserToken()
  return own && own !== token ? { [BROWSER_TOKEN]: own } : {}
}
