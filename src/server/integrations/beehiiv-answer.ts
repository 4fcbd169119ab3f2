import { DeliveryError } from './delivery-error.ts'
import { readRetryAfter, unexpected } from './unanswered.ts'

export type Answer = { status: number; body: unknown; headers: Headers }

export type Subscription = {
  id: string
  /** Unsubscribed there. */
  isInactive: boolean
  /** It did not exist before this call. */
  isNew: boolean
}

/** A subscription that was made within the call is at most this old when its answer is written, in seconds. */
const YOUNG = 30

export function toSubscription({ body, headers }: Answer): Subscription {
  const { data } = body as { data?: { id?: string; status?: string; created?: number } }
  if (!data?.id) throw unexpected('Beehiiv')
  // Both times are Beehiiv's own. Without one, asking once more does no harm.
  const answeredAt = Date.parse(headers.get('date') ?? '') / 1000
  return { id: data.id, isInactive: data.status === 'inactive', isNew: answeredAt - (data.created ?? 0) < YOUNG }
}

/** Why something was refused, in Beehiiv's own words. */
export function reasonOf({ body }: Answer): string {
  const { errors, statusText } = (body ?? {}) as { errors?: { message?: string }[]; statusText?: string }
  return errors?.map(({ message }) => message).join(' ') || statusText || 'it does not say why'
}

/** When no more calls are taken, and until when, in milliseconds; 0 otherwise. */
export function fullUntil({ headers }: Answer): number {
  return headers.get('ratelimit-remaining') === '0' ? resetOf(headers) : 0
}

/** The limit of calls is reached until then; 0 where that is not known. */
export function isFull(until: number): DeliveryError {
  const sentence = "Beehiiv takes no more for a moment: the limit of the organisation's calls is reached."
  const retryAfter = until ? Math.max(1, Math.ceil((until - Date.now()) / 1000)) : undefined
  return new DeliveryError('unavailable', sentence, { retryAfter })
}

export function unknownPublication(): DeliveryError {
  return new DeliveryError('misconfigured', 'Beehiiv does not know the publication: correct BEEHIIV_PUBLICATION_ID.')
}

/** Of an answer that says neither that something was taken nor why not. */
export function toDeliveryError({ status, headers }: Answer): DeliveryError {
  const retryAfter = readRetryAfter(headers.get('retry-after'))
  if (status === 429) return isFull(retryAfter ? Date.now() + retryAfter * 1000 : resetOf(headers))
  if (status === 401)
    return new DeliveryError('misconfigured', 'Beehiiv does not accept the key: put a valid one into BEEHIIV_API_KEY.')
  if (status === 403)
    return new DeliveryError(
      'misconfigured',
      'The key may not do this in Beehiiv: put one into BEEHIIV_API_KEY that may read and write subscriptions.',
    )
  if ([502, 503, 504, 529].includes(status)) {
    const sentence = `Beehiiv is overloaded or away (status ${status}).`
    return new DeliveryError('unavailable', sentence, { retryAfter })
  }
  return new DeliveryError('failed', `Beehiiv failed (status ${status}).`)
}

/** When the limit begins anew, in milliseconds; 0 where that is not said. */
function resetOf(headers: Headers): number {
  return Number(headers.get('ratelimit-reset')) * 1000 || 0
}
