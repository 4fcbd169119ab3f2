import { paths } from '#shared/paths.ts'
import { BROWSER_TOKEN } from '#shared/place.ts'

/** `unknown`: the token is not good, or its person is not on the list any more. */
type Confirmation = { browserToken: string | null } | 'unknown' | 'failed'

/** Confirms the address that the token was mailed to. */
export async function confirmAddress(token: string): Promise<Confirmation> {
  try {
    const response = await fetch(paths.api.placeConfirm, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(20_000),
    })
    if (response.ok) return { browserToken: response.headers.get(BROWSER_TOKEN) }
    return response.status === 404 ? 'unknown' : 'failed'
  } catch (error) {
    console.warn('The address was not confirmed', error)
    return 'failed'
  }
}
