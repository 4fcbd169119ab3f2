import { createHash } from 'node:crypto'
import { type Row, skipped } from '../../outbox/channel.ts'

/** The place comes first, so that a person who is only known in another place is added to this one. */
export function hashContent(place: string, content: unknown): string {
  return `${place} ${hashOf(content)}`
}

export function hashOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
}

/** The id of a person in this place; null if they are not there yet. */
export function knownAt(
  place: string,
  { remote_id, content_hash }: Pick<Row, 'remote_id' | 'content_hash'>,
): string | null {
  return content_hash?.startsWith(`${place} `) ? remote_id : null
}

export const NOT_ON_THE_LIST = skipped('They are no longer on the list.')
export const OPTED_OUT = skipped('They want no more mail.')
export const REJECTED = skipped('They were rejected.')
export const ONLY_PLACE = skipped('They only want emails about their place.')
