import { BROWSER_TOKEN } from '#shared/values/header-names.ts'
import type { AnswerOf, Route, SentOf } from '#shared/routes/route.ts'
import { browserToken } from '../storage/place-token.ts'
import { call, type CallOptions } from './call.ts'
import { CallError, warn } from './call-error.ts'

/**
 * The reason why a call failed: the token is invalid, a fresh link is needed, a field is wrong, or anything else.
 * `message`: the server's text, if it has one that the person should read.
 */
export type PlaceFault =
  | { fault: 'ended' }
  | { fault: 'link-needed' }
  | { fault: 'fields'; fields: Record<string, string> }
  | { fault: 'failed'; message?: string }
export type PlaceOutcome<Answer> = Answer | PlaceFault

export function isFault(outcome: object | null): outcome is PlaceFault {
  return outcome !== null && 'fault' in outcome
}

/** Calls the server for the person who has the token; null for somebody who has none yet. */
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

/** Whether mail can be sent. The server writes the meta tag into the page if no mail server is set up. */
export function sendsMail(): boolean {
  return document.querySelector('meta[name="mail"][content="none"]') === null
}

function faultOf(error: unknown): PlaceFault {
  if (!(error instanceof CallError)) return { fault: 'failed' }
  const { status, code, fields, message } = error
  if (status === 404 || status === 401) return { fault: 'ended' }
  if (code === 'link-needed') return { fault: 'link-needed' }
  if (Object.keys(fields).length > 0) return { fault: 'fields', fields }
  return code !== null && TOLD.includes(code) ? { fault: 'failed', message } : { fault: 'failed' }
}

/** The errors whose message the person should read. */
const TOLD = ['rate-limited', 'links-used-up', 'emails-used-up', 'own-email', 'no-mail']

/** Sends the browser's own token beside a mailed token, so that the call does not end the browser's token. */
function ownBrowser(token: string | null): Record<string, string> {
  const own = token === null ? null : browserToken()
  return own && own !== token ? { [BROWSER_TOKEN]: own } : {}
}
