import { isYoung, type PlaceKey } from '../tokens/tokens.ts'

/** A link that is at most this old, in milliseconds, proves that its holder reads the mailbox now. */
export const FRESH_MS = 60 * 60_000

export function isMailed(key: PlaceKey): boolean {
  return key.purpose === 'place' && isYoung(key, FRESH_MS)
}
