const HOLD_MS = 3500
const KEY_MS = 80

/** The index of the word, and the number of its visible letters. */
export type Frame = { word: number; length: number; deleting: boolean }

export function nextFrame({ word, length, deleting }: Frame, words: readonly string[]): Frame {
  if (isComplete({ word, length, deleting }, words)) return { word, length: length - 1, deleting: true }
  if (!deleting) return { word, length: length + 1, deleting }
  if (length > 0) return { word, length: length - 1, deleting }
  return { word: (word + 1) % words.length, length: 1, deleting: false }
}

export function pauseAfter(frame: Frame, words: readonly string[]): number {
  return isComplete(frame, words) ? HOLD_MS : KEY_MS
}

function isComplete({ word, length, deleting }: Frame, words: readonly string[]): boolean {
  return !deleting && length === words[word]!.length
}
