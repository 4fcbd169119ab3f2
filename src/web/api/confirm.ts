import { paths } from '#shared/site/paths.ts'
import { BROWSER_TOKEN, type ConfirmRequest, ToConfirm } from '#shared/joining/place.ts'
import { timeLimit } from '../timing/time-limit.ts'

/**
 * `unknown`: the token is invalid, or its person was deleted. `gone`: the chosen answers no longer wait for
 * confirmation.
 */
type Confirmation = { browserToken: string | null } | 'unknown' | 'gone' | 'failed'

/** The sets of answers that the person can confirm. */
export async function readSets(token: string): Promise<ToConfirm['sets'] | 'unknown' | 'failed'> {
  try {
    const response = await call(token, {})
    if (response.ok) return ToConfirm.parse(await response.json()).sets
    return response.status === 404 ? 'unknown' : 'failed'
  } catch (error) {
    console.warn('The answers to confirm could not be read', error)
    return 'failed'
  }
}

/** Confirms the address that the token was mailed to, and the chosen answers. */
export async function confirmAddress(token: string, choice: ConfirmRequest): Promise<Confirmation> {
  try {
    const response = await call(token, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(choice),
    })
    if (response.ok) return { browserToken: response.headers.get(BROWSER_TOKEN) }
    if (response.status === 409) return 'gone'
    return response.status === 404 ? 'unknown' : 'failed'
  } catch (error) {
    console.warn('The address was not confirmed', error)
    return 'failed'
  }
}

/** Deletes the answers that wait for the owner of this token to confirm them. */
export async function deleteRequests(token: string): Promise<'deleted' | 'unknown' | 'failed'> {
  try {
    const response = await call(token, { method: 'DELETE' })
    if (response.ok) return 'deleted'
    return response.status === 404 ? 'unknown' : 'failed'
  } catch (error) {
    console.warn('The answers were not deleted', error)
    return 'failed'
  }
}

function call(token: string, sent: RequestInit): Promise<Response> {
  return fetch(paths.api.placeConfirm, {
    ...sent,
    headers: { ...sent.headers, authorization: `Bearer ${token}` },
    cache: 'no-store',
    signal: timeLimit(20_000),
  })
}
