import { TAKEN_KEYS } from '#shared/list/taken-keys.ts'

/**
 * A key that a new question may have, made from the words or from the current time. `taken`: the keys of the other
 * questions.
 */
export function keyFor(words: string, taken: string[]): string {
  const folded = words
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
  const key =
    folded
      .replace(/^[_0-9]+/, '')
      .slice(0, 30)
      .replace(/_+$/, '') || `question_${Date.now().toString(36)}`
  return taken.includes(key) || TAKEN_KEYS.has(key) ? `${key}_${Date.now().toString(36)}` : key
}
