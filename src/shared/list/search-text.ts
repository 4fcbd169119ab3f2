import { type Answers, answerTo, everyWrittenAnswer, type FurtherAnswers } from '../site/questions.ts'

/** No search matches across two fields. */
export const SEPARATOR = '\x1f'
/** Before the full name. If a person has a name and this is missing, version 1.0 has listed them. */
export const BEFORE_NAME = '\x1e'

const PLAIN: Record<string, string> = { æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' }

/**
 * Case, accents, ligatures, widths and apostrophes make no difference. Not done in SQL, so that the browser gets the
 * same results.
 */
export function fold(text: string): string {
  return IS_PLAIN.test(text) ? withoutApostrophes(text.toLowerCase()) : foldFurther(text)
}

/** A faster path: each join folds several texts, mostly plain. */
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

type Searchable = {
  email?: string | null
  full_name?: string | null
  business_name?: string | null
  job_industry?: string | null
  other_problem?: string | null
  other_goal?: string | null
  further_answers?: FurtherAnswers | undefined
}

export function searchText(entry: Searchable): string {
  const typed = everyWrittenAnswer()
    .map((name) => answerTo(entry as Partial<Answers>, name))
    .filter(Boolean)
  const name = entry.full_name ? BEFORE_NAME + fold(entry.full_name) : ''
  return (
    [entry.email, entry.business_name, entry.job_industry, ...(typed as string[])]
      .map((field) => fold(field ?? ''))
      .join(SEPARATOR) + name
  )
}
