import { ERRORS, type ErrorCode } from '#shared/errors.ts'

type AppErrorOptions = ErrorOptions & {
  /** What is wrong with each field, by its path. */
  fields?: Record<string, string>
  /** Seconds after which trying again makes sense. */
  retryAfter?: number
  /** What went wrong stands in the log already, once for all whom it hit. */
  isLogged?: boolean
}

/** A failure the visitor may be told about. Anything else that is thrown is a bug and answers 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  /** Seconds after which trying again makes sense. */
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
