import { DeliveryError } from './delivery-error.ts'
import type { Answer, Subscriber } from './newsletter.ts'
import { readRetryAfter, unexpected } from './unanswered.ts'

type Subscription = Subscriber & { isNew: boolean }

/** A subscription counts as created by a call if it is at most this many seconds old when the answer is written. */
const YOUNG = 30

export function toSubscription({ body, headers }: Answer): Subscription {
  const { data } = body as { data?: { id?: string; status?: string; created?: number } }
  if (!data?.id) throw unexpected('Beehiiv')
  // Both times come from Beehiiv's clock. If one is missing, the subscription counts as old, which only costs a second
  // call.
  const answeredAt = Date.parse(headers.get('date') ?? '') / 1000
  const { status } = data
  return {
    id: data.id,
    standing: status === 'inactive' ? 'ended' : status === 'invalid' ? 'invalid' : 'active',
    isNew: answeredAt - (data.created ?? 0) < YOUNG,
  }
}

export function reasonOf({ body }: Answer): string {
  const { errors, statusText } = (body ?? {}) as { errors?: { message?: string }[]; statusText?: string }
  return errors?.map(({ message }) => message).join(' ') || statusText || 'it does not say why'
}

export function fullUntil({ headers }: Answer): number {
  return headers.get('ratelimit-remaining') === '0' ? resetOf(headers) : 0
}

export function isFull(until: number): DeliveryError {
  const sentence = "Beehiiv accepts no more calls for a moment: the organisation's limit is reached."
  const retryAfter = until ? Math.max(1, Math.ceil((until - Date.now()) / 1000)) : undefined
  return new DeliveryError('unavailable', sentence, { retryAfter })
}

export function unknownPublication(): DeliveryError {
  return new DeliveryError('misconfigured', 'Beehiiv does not know the publication: correct BEEHIIV_PUBLICATION_ID.')
}

export function toDeliveryError({ status, headers }: Answer): DeliveryError {
  const retryAfter = readRetryAfter(headers.get('retry-after'))
  if (status === 429) return isFull(retryAfter ? Date.now() + retryAfter * 1000 : resetOf(headers))
  if (status === 401)
    return new DeliveryError('misconfigured', 'Beehiiv does not accept the key: put a valid one into BEEHIIV_API_KEY.')
  if (status === 403)
    return new DeliveryError(
      'misconfigured',
      'The key may not do this in Beehiiv: set one under Settings that may read and write subscriptions and custom fields.',
    )
  if ([502, 503, 504, 529].includes(status)) {
    const sentence = `Beehiiv is overloaded or unavailable (status ${status}).`
    return new DeliveryError('unavailable', sentence, { retryAfter })
  }
  return new DeliveryError('failed', `Beehiiv failed (status ${status}).`)
}

function resetOf(headers: Headers): number {
  return Number(headers.get('ratelimit-reset')) * 1000 || 0
}
