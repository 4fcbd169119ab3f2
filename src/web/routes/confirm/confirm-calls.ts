import { BROWSER_TOKEN, MAILED_TOKEN } from '#shared/values/header-names.ts'
import type { ConfirmRequest, ToConfirm } from '#shared/joining/place.ts'
import { ROUTES } from '#shared/routes.ts'
import { call, CallError, callFor, warn } from '../../calls/call.ts'

/** `gone`: the chosen answers no longer wait for confirmation. */
type Confirmation = { browserToken: string | null; mailedToken: string | null } | 'unknown' | 'gone' | 'failed'

export function readToConfirm(token: string): Promise<ToConfirm | 'unknown' | 'failed'> {
  return call(ROUTES.toConfirm, {}, { token }).catch(failure)
}

export async function confirmAddress(token: string, choice: ConfirmRequest): Promise<Confirmation> {
  try {
    const { headers } = await callFor(ROUTES.confirm, choice, { token })
    return { browserToken: headers.get(BROWSER_TOKEN), mailedToken: headers.get(MAILED_TOKEN) }
  } catch (error) {
    return error instanceof CallError && error.status === 409 ? 'gone' : failure(error)
  }
}

export function deleteRequests(token: string): Promise<'deleted' | 'unknown' | 'failed'> {
  return call(ROUTES.refuseToConfirm, {}, { token }).then(() => 'deleted' as const, failure)
}

function failure(error: unknown): 'unknown' | 'failed' {
  warn('A call about your answers failed', error)
  return error instanceof CallError && error.status === 404 ? 'unknown' : 'failed'
}
