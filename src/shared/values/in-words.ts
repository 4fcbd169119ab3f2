const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

export function inWords(count: number): string {
  return WORDS[count] ?? String(count)
}
