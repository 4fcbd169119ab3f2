/** Joins the fields of a search text. No search matches the end of one field and the beginning of the next. */
const SEPARATOR = '\x1f'

/**
 * Folds case for searches. The server does this and not the database, whose lower case of some letters (İ, the final Σ)
 * differs from JavaScript's.
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

/** The columns that a search reads. */
export const SEARCHED = ['email', 'business_name', 'job_industry'] as const

/** The text of an entry that a search reads. */
export function searchText(entry: { [Column in (typeof SEARCHED)[number]]?: string | null }): string {
  return SEARCHED.map((column) => fold(entry[column] ?? '')).join(SEPARATOR)
}
