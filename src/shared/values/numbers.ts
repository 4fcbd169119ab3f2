import { locale } from './language.ts'

/**
 * Both whole numbers; halves are rounded up. The exact fraction is rounded: 23 of 80 is 28.75, but floating-point
 * division gives less. 0 of 0 is 0.
 */
export function percentOf(part: number, total: number, decimals = 1): number {
  if (total === 0) return 0
  const steps = 100 * 10 ** decimals
  return Math.floor((2 * steps * part + total) / (2 * total)) / 10 ** decimals
}

const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

export function inWords(count: number, language = 'en'): string {
  return (language === 'en' && WORDS[count]) || String(count)
}

const rules = new Intl.PluralRules('en-GB', { type: 'ordinal' })
const ENGLISH: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const SUFFIXES: Record<string, string> = { de: '.', pl: '.', fr: 'e', es: '.º', pt: '.º' }

/** `37th`, `37.` */
export function ordinal(number: number): string {
  const language = locale().slice(0, 2)
  const suffix =
    language === 'en'
      ? (ENGLISH[rules.select(number)] ?? 'th')
      : language === 'fr' && number === 1
        ? 'er'
        : SUFFIXES[language]
  return number.toLocaleString(locale()) + (suffix ?? '')
}
