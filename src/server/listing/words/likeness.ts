import { fold } from '#shared/list/search-text.ts'

/** Two texts are alike if they have the same `key`, or enough `pieces` in common. */
export type Likeness = { key: string; pieces: string[] }

/** In characters of the key. Longer texts are alike only if they have the same key. */
const LONGEST = 120

/**
 * Case, accents, punctuation, spaces and plurals make no difference to the key: 'No-shows!', 'no show' and 'NOSHOWS'
 * have the same key. The pieces are the trigrams of words padded with blanks, as PostgreSQL's pg_trgm makes them.
 */
export function likenessOf(text: string): Likeness {
  const folded = fold(text).trim()
  const words = (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map(singular)
  const key = words.join('')
  // The text has no letters or digits, such as '???'.
  if (key === '') return { key: folded, pieces: [] }
  return { key, pieces: key.length > LONGEST ? [] : [...new Set(words.flatMap(piecesOf))] }
}

function singular(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word
  if (/..ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

function piecesOf(word: string): string[] {
  const padded = [...`  ${word} `]
  return padded.slice(2).map((_, at) => padded.slice(at, at + 3).join(''))
}
