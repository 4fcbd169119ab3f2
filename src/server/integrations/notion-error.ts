import { APIResponseError, isHTTPResponseError } from '@notionhq/client'
import { DeliveryError } from './delivery-error.ts'
import { readRetryAfter, unanswered } from './unanswered.ts'

export function isGone(error: unknown): boolean {
  return APIResponseError.isAPIResponseError(error) && error.code === 'object_not_found'
}

export function isInTrash(error: unknown): boolean {
  return (
    APIResponseError.isAPIResponseError(error) &&
    error.code === 'validation_error' &&
    /archived|trash/i.test(error.message)
  )
}

export function fail(error: unknown): never {
  throw toDeliveryError(error)
}

export function toReadingError(error: unknown): DeliveryError {
  const failure = toDeliveryError(error, 'what we ask for')
  return failure.kind === 'refused' ? new DeliveryError('misconfigured', failure.message, { cause: error }) : failure
}

export function toDeliveryError(error: unknown, sent = 'this page'): DeliveryError {
  if (error instanceof DeliveryError) return error
  if (!isHTTPResponseError(error)) return unanswered('Notion', error)

  const { status, message, headers } = error
  const retryAfter = readRetryAfter((headers as Headers).get('retry-after'))
  const because = (kind: DeliveryError['kind'], sentence: string) =>
    new DeliveryError(kind, sentence, { cause: error, retryAfter })
  if (status === 429) return because('unavailable', 'Notion accepts no more calls for a moment: its limit is reached.')
  if ([502, 503, 504, 529].includes(status))
    return because('unavailable', `Notion is overloaded or unavailable (status ${status}).`)
  // An error that is not from Notion's API, such as a proxy's, does not mean that the request is wrong.
  if (status >= 500 || status === 409 || !APIResponseError.isAPIResponseError(error))
    return because('failed', `Notion failed (status ${status}).`)
  if (status === 401)
    return because('misconfigured', 'Notion does not accept the token: put a valid one into NOTION_TOKEN.')
  if (status === 403)
    return because(
      'misconfigured',
      'The integration may not do this: give it the capabilities to read, update and insert content in Notion.',
    )
  if (status === 404)
    return because(
      'misconfigured',
      'Notion does not show the data source: add the integration to it under "Connections", or correct NOTION_DATA_SOURCE_ID.',
    )
  // A free workspace with several members is limited to a thousand blocks.
  if (/\bblock(s| limit)|\bupgrade\b/i.test(message)) return because('misconfigured', `Notion is full: ${message}`)
  return because('refused', `Notion does not take ${sent}: ${message}`)
}
