/**
 * The kind of failure:
 * - `refused`: the service will never take this delivery; it is not retried.
 * - `bounced`: refused, because the address takes no mail at all.
 * - `failed`: the service did not take this delivery now; it is retried with backoff.
 * - `deferred`: like `failed`, for a reason that does not concern other deliveries.
 * - `unavailable`: the service takes nothing for now, because of a limit or a failure; all its deliveries wait.
 * - `misconfigured`: the service takes nothing until the owner acts; all its deliveries wait, and are retried every ten
 *   minutes.
 */
type DeliveryErrorKind = 'refused' | 'bounced' | 'failed' | 'deferred' | 'unavailable' | 'misconfigured'

/** A service did not take a delivery. The owner reads `message`: it says what is wrong and what to do about it. */
export class DeliveryError extends Error {
  readonly kind: DeliveryErrorKind
  /** The wait that the service asked for, in seconds. */
  readonly retryAfter: number | undefined
  /** No check can detect this problem: only a delivery shows whether it is over. */
  readonly isUntestable: boolean

  constructor(
    kind: DeliveryErrorKind,
    message: string,
    options: ErrorOptions & { retryAfter?: number | undefined; isUntestable?: boolean } = {},
  ) {
    // Removes control characters except newlines: the message may quote a service, and PostgreSQL stores no NUL.
    super(message.replaceAll(/[^\P{Cc}\n]/gu, ''), options)
    this.kind = kind
    this.retryAfter = options.retryAfter
    this.isUntestable = options.isUntestable ?? false
  }
}

/** Problems are stored one per line; null if there are none. */
export function toLines(problems: string[]): string | null {
  return [...new Set(problems)].join('\n') || null
}
