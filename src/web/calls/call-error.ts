const UNREACHABLE = 'The server can’t be reached right now. Please try again in a moment.'

/** Null where none came, or where another program than our server answered. */
type Failure = {
  status: number | null
  body?: Record<string, unknown>
  retryAfter?: number | undefined
  cause?: unknown
}
type Told = { code: string; message: string; fields?: Record<string, string> }

export class CallError extends Error {
  readonly status: number | null
  readonly code: string | null
  readonly fields: Record<string, string>
  readonly body: Record<string, unknown>
  readonly retryAfter: number | undefined

  constructor({ status, body = {}, retryAfter, cause }: Failure) {
    const told = body.error as Told | undefined
    const problems = Object.values((body.problems as Record<string, string> | undefined) ?? {})
    super(told ? [told.message, ...problems.filter((problem) => typeof problem === 'string')].join(' ') : UNREACHABLE, {
      cause,
    })
    this.status = status
    this.code = told?.code ?? null
    this.fields = told?.fields ?? {}
    this.body = body
    this.retryAfter = retryAfter
  }

  get isSignedOut(): boolean {
    return this.status === 401
  }

  /** The server may have done what it was asked. */
  get isUnanswered(): boolean {
    return this.status === null || this.status > 500 || this.code === 'key-busy'
  }
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.isSignedOut
}

/** Also true for an error that is no answer of the server. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof CallError) || error.isUnanswered
}

export function reasonOf(error: unknown): string | null {
  return error instanceof CallError && error.code !== null ? error.message : null
}

/** The browser itself logs an answer that refuses. */
export function warn(what: string, error: unknown): void {
  if (!(error instanceof CallError) || error.status === null) console.warn(what, error)
}

export function failureOf(error: unknown): string {
  return error instanceof CallError ? error.message : UNREACHABLE
}

export function refusal(message: string): CallError {
  return new CallError({ status: null, body: { error: { code: 'refused', message } } })
}
