/**
 * What stands in the way of a delivery:
 * - `refused`: this one will never be taken; it is not tried again.
 * - `bounced`: the same, because nothing is ever taken for that address.
 * - `failed`: this one was not taken now; it is tried again with growing pauses.
 * - `deferred`: the same, for a reason of its own that says nothing about the others.
 * - `unavailable`: nothing is taken for now, because of a limit or a failure; all wait until then.
 * - `misconfigured`: nothing is taken until the owner does something; all wait and look again now and then.
 */
type DeliveryErrorKind = 'refused' | 'bounced' | 'failed' | 'deferred' | 'unavailable' | 'misconfigured'

/** A service did not take a delivery. `message` is what the owner reads: what is wrong, and what to do about it. */
export class DeliveryError extends Error {
  readonly kind: DeliveryErrorKind
  /** Seconds, where the service said how long to wait. */
  readonly retryAfter: number | undefined
  /** No test sees it: only a delivery can tell whether it is over. */
  readonly isUntestable: boolean

  constructor(
    kind: DeliveryErrorKind,
    message: string,
    options: ErrorOptions & { retryAfter?: number | undefined; isUntestable?: boolean } = {},
  ) {
    super(message, options)
    this.kind = kind
    this.retryAfter = options.retryAfter
    this.isUntestable = options.isUntestable ?? false
  }
}
