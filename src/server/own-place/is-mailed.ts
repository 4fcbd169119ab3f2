import { isYoung, type PlaceKey } from '../tokens/tokens.ts'

/** A link of this age, in milliseconds, proves that its holder reads the mailbox today. */
export const FRESH_MS = 60 * 60_000

export function isMailed(key: PlaceKey): boolean {
  return key.purpose === 'place' && isYoung(key, FRESH_MS)
}
