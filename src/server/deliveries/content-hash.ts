import { createHash } from 'node:crypto'
import type { Claim } from './delivery.ts'

/**
 * Names what was sent, and to which place: the data source, the publication. Somebody who is in another place only has
 * still to be brought to this one.
 */
export function hashContent(place: string, content: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
  return `${place} ${hash}`
}

/** The id under which a person is known in this place; null where they are not. */
export function knownAt(place: string, { remote_id, content_hash }: Claim): string | null {
  return content_hash?.startsWith(`${place} `) ? remote_id : null
}
