import { createHash } from 'node:crypto'
import type { Claim } from './delivery.ts'

/**
 * Identifies the content that was sent, and the place that it was sent to: Notion's data source or Beehiiv's
 * publication. The place comes first, so that a person who is only known in another place is added to this one.
 */
export function hashContent(place: string, content: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
  return `${place} ${hash}`
}

/** The id of a person in this place; null if they are not there yet. */
export function knownAt(place: string, { remote_id, content_hash }: Claim): string | null {
  return content_hash?.startsWith(`${place} `) ? remote_id : null
}
