import { isYoung, type PlaceKey } from '../tokens/tokens.ts'

/** A link that was mailed within the last hour proves that somebody reads the mailbox today. */
export const FRESH_MS = 60 * 60_000

export function isMailed(key: PlaceKey): boolean {
  return key.purpose === 'place' && isYoung(key, FRESH_MS)
}
