import { ERRORS, type ErrorCode } from '#shared/errors.ts'

type AppErrorOptions = ErrorOptions & {
  /** The fault of each field, by its path. */
  fields?: Record<string, string>
  /** Seconds after which a retry makes sense. */
  retryAfter?: number
  /** The log already has this failure, once for everybody it affected. */
  isLogged?: boolean
}

/** A failure that the visitor is told about. Any other error is a bug and answers 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined
  readonly isLogged: boolean

  constructor(code: ErrorCode, { fields, retryAfter, isLogged = false, cause }: AppErrorOptions = {}) {
    super(ERRORS[code].message, { cause })
    this.code = code
    this.status = ERRORS[code].status
    this.fields = fields
    this.retryAfter = retryAfter ?? (this.status === 503 ? 2 : undefined)
    this.isLogged = isLogged
  }
}
