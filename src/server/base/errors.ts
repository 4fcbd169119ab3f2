import { ERRORS, type ErrorCode, MUCH_LATER } from '#shared/values/errors.ts'
import { fill } from '#shared/values/language.ts'
import { isLong } from '#shared/joining/told.ts'

type AppErrorOptions = ErrorOptions & {
  fields?: Record<string, string>
  /** Seconds until it makes sense to try again. */
  retryAfter?: number
  beside?: object
  isLogged?: boolean
}

/** The visitor may be told. Anything else that is thrown is a bug and answers 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  /** Seconds until it makes sense to try again. */
  readonly retryAfter: number | undefined
  readonly beside: object | undefined
  readonly isLogged: boolean

  constructor(code: ErrorCode, { fields, retryAfter, beside, isLogged = false, cause }: AppErrorOptions = {}) {
    super(messageOf(code, retryAfter), { cause })
    this.code = code
    this.status = ERRORS[code].status
    this.fields = fields
    this.retryAfter = retryAfter ?? (this.status === 503 ? 2 : undefined)
    this.beside = beside
    this.isLogged = isLogged
  }
}

function messageOf(code: ErrorCode, retryAfter = 0): string {
  return code === 'rate-limited' && isLong(retryAfter)
    ? fill(MUCH_LATER, { minutes: Math.ceil(retryAfter / 60) })
    : ERRORS[code].message
}
