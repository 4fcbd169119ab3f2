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

/** The failure for a call without a readable answer. The service may have carried out the call. */
export function unanswered(service: string, error: unknown): DeliveryError {
  return new DeliveryError('failed', describe(service, error), { cause: error })
}

function describe(service: string, error: unknown): string {
  if (!(error instanceof Error)) return `${service} could not be called (${String(error)}).`
  if (error.name === 'TimeoutError') return `${service} did not answer in time.`
  if (error instanceof SyntaxError) return `${service} answered with something that is not JSON.`
  if (error.message === 'terminated') return `${service} broke off in the middle of an answer.`
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException
  return `${service} could not be reached (${code ?? error.message}).`
}

export function unexpected(service: string): DeliveryError {
  return new DeliveryError('failed', `${service} answered with something unexpected.`)
}

export function readRetryAfter(header: string | null | undefined): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(1, Math.ceil(seconds))
}

/** Shorter secrets would match in ordinary words. */
const SHORTEST = 4

/** A service may repeat what it was sent, and its text is stored and shown. */
export function hideSecrets(text: string, secrets: string[]): string {
  return secrets.filter(({ length }) => length >= SHORTEST).reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
}

/** Plain, URL-encoded, and in base64 for AUTH PLAIN (RFC 4616) and LOGIN. */
export function secretsOf(url: string): string[] {
  const { username, password } = new URL(url)
  const [user, plain] = [decodeURIComponent(username), decodeURIComponent(password)]
  if (!plain) return []
  const encoded = [`\0${user}\0${plain}`, plain].map((text) => Buffer.from(text).toString('base64').replace(/=+$/, ''))
  return [plain, password, ...encoded]
}
