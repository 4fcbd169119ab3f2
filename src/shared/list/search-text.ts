import { type Answers, answerTo, type FurtherAnswers } from '../site/answers.ts'
import { writtenAnswers } from '../site/questions.ts'

/** Separates the fields of a search text, so that no search matches across two fields. */
const SEPARATOR = '\x1f'
/** Separates the full name, which comes last. If a person has a name and this is missing, version 1.0 has listed them. */
const BEFORE_NAME = '\x1e'

/** The plain forms of letters with a stroke or a ligature, which Unicode normalization does not decompose. */
const PLAIN: Record<string, string> = { æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' }

/**
 * Folds a text for searches: case, accents, ligatures and widths make no difference, and apostrophes are left out, so
 * that `aishas` finds `Aïsha’s`. Not done in SQL, so that the browser gets the same results.
 */
export function fold(text: string): string {
  return IS_PLAIN.test(text) ? withoutApostrophes(text.toLowerCase()) : foldFurther(text)
}

/** Printable ASCII takes a faster path: each join folds several texts, and most of them are plain. */
const IS_PLAIN = /^[ -~]*$/

function withoutApostrophes(text: string): string {
  return text.replaceAll(/['`‘’‛ʹʻʼˈ´＇]/g, '')
}

function foldFurther(text: string): string {
  const plain = text.replaceAll(SEPARATOR, ' ').replaceAll(BEFORE_NAME, ' ')
  return withoutApostrophes(plain.toUpperCase().toLowerCase())
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\ufe0f]/g, '')
    .normalize('NFC')
    .replaceAll(/[æœøłđðþıς]/g, (letter) => PLAIN[letter]!)
}

/** An entry that was stored in a browser may lack any of these fields. */
type Searchable = {
  email?: string | null
  full_name?: string | null
  business_name?: string | null
  job_industry?: string | null
  other_problem?: string | null
  other_goal?: string | null
  further_answers?: FurtherAnswers | undefined
}

/**
 * The text of an entry that a search reads: email, business name, industry, all answers in the person's own words, and
 * the full name.
 */
export function searchText(entry: Searchable): string {
  const typed = writtenAnswers()
    .map((name) => answerTo(entry as Partial<Answers>, name))
    .filter(Boolean)
  const name = entry.full_name ? BEFORE_NAME + fold(entry.full_name) : ''
  return (
    [entry.email, entry.business_name, entry.job_industry, ...(typed as string[])]
      .map((field) => fold(field ?? ''))
      .join(SEPARATOR) + name
  )
}
