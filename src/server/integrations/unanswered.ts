import { DeliveryError } from './delivery-error.ts'

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
