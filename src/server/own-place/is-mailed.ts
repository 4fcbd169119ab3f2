import { FRESH_MS, isYoung, type PlaceKey } from '../tokens/tokens.ts'

export function isMailed(key: PlaceKey): boolean {
  return key.purpose === 'place' && isYoung(key, FRESH_MS)
}
