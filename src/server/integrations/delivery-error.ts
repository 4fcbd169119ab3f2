/**
 * - `refused`: never taken, and not retried. `bounced`: refused, because the address takes no mail at all.
 * - `failed`: retried with backoff. `deferred`: the same, for a reason that does not concern other deliveries.
 * - `unavailable`: a limit or a failure of the service; all its deliveries wait.
 * - `misconfigured`: all its deliveries wait for the owner, and are retried every ten minutes.
 */
type DeliveryErrorKind = 'refused' | 'bounced' | 'failed' | 'deferred' | 'unavailable' | 'misconfigured'

export class DeliveryError extends Error {
  readonly kind: DeliveryErrorKind
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
