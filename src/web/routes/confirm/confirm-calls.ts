import { BROWSER_TOKEN, MAILED_TOKEN } from '#shared/values/header-names.ts'
import type { ConfirmRequest, ToConfirm } from '#shared/joining/place.ts'
import { ROUTES } from '#shared/routes.ts'
import { call, callFor } from '../../calls/call.ts'
import { CallError, warn } from '../../calls/call-error.ts'

/**
 * `unknown`: the token is invalid, or its person was deleted. `gone`: the chosen answers no longer wait for
 * confirmation.
 */
type Confirmation = { browserToken: string | null; mailedToken: string | null } | 'unknown' | 'gone' | 'failed'

/** What the person can confirm. */
export function readToConfirm(token: string): Promise<ToConfirm | 'unknown' | 'failed'> {
  return call(ROUTES.toConfirm, {}, { token }).catch(failure)
}

/** Confirms the address that the token was mailed to, and the chosen answers. */
export async function confirmAddress(token: string, choice: ConfirmRequest): Promise<Confirmation> {
  try {
    const { headers } = await callFor(ROUTES.confirm, choice, { token })
    return { browserToken: headers.get(BROWSER_TOKEN), mailedToken: headers.get(MAILED_TOKEN) }
  } catch (error) {
    return error instanceof CallError && error.status === 409 ? 'gone' : failure(error)
  }
}

/** Deletes the answers that wait for the owner of this token to confirm them. */
export function deleteRequests(token: string): Promise<'deleted' | 'unknown' | 'failed'> {
  return call(ROUTES.refuseToConfirm, {}, { token }).then(() => 'deleted' as const, failure)
}

function failure(error: unknown): 'unknown' | 'failed' {
  warn('A call about your answers failed', error)
  return error instanceof CallError && error.status === 404 ? 'unknown' : 'failed'
}
