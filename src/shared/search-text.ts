/** Joins the fields of a search text, so that no search finds the end of one with the beginning of the next. */
const SEPARATOR = '\x1f'

/**
 * Text as it is compared in a search: without case. Done here and not by the database, whose lower case of some letters
 * (İ, the final Σ) differs from ours.
 */
export function fold(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(SEPARATOR, ' ')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('\u0307', '')
}

/** The columns that a search looks at. */
export const SEARCHED = ['email', 'business_name', 'job_industry'] as const

/** All of an entry that a search looks at. */
export function searchText(entry: { [Column in (typeof SEARCHED)[number]]?: string | null }): string {
  return SEARCHED.map((column) => fold(entry[column] ?? '')).join(SEPARATOR)
}
