/** Joins problems into one text, one per line, without repeats; null if there are none. */
export function toLines(problems: string[]): string | null {
  return [...new Set(problems)].join('\n') || null
}
