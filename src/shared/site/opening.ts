import { locale } from '../values/language.ts'

/** Months of their ends, in the north. Those of winter are in the next year. */
const SEASONS: [words: string, month: number][] = [
  ['spring|frühling|frühjahr|printemps|primavera|wiosna|wiosną|الربيع|ربيع|mùa xuân', 5],
  ['summer|sommer|été|verano|verão|lato|latem|الصيف|صيف|mùa hè|mùa hạ', 8],
  ['autumn|fall|herbst|automne|otoño|outono|jesień|jesienią|الخريف|خريف|mùa thu', 11],
  ['winter|hiver|invierno|inverno|zima|zimą|الشتاء|شتاء|mùa đông', 14],
]

/**
 * The last day of an opening in words, such as 2027-03-31 for 'March 2027': a date, a month, a quarter, a season or a
 * year. Null for other words, which have no end.
 */
export function lastDayOf(launch: string, language: string): string | null {
  const text = launch.toLowerCase()
  const [, iso] = /(20\d\d-\d\d-\d\d)/.exec(text) ?? []
  if (iso) return iso
  const [, day, month, of] = /(\d{1,2})[./] ?(\d{1,2})[./] ?(20\d\d)/.exec(text) ?? []
  if (of) return dayOf(Number(of), Number(month) - 1, Number(day))
  const year = Number(/(?<!\d)20\d\d(?!\d)/.exec(text)?.[0])
  if (!year) return null
  const names = [...monthNames(language), ...monthNames('en')].filter(({ name }) => hasWord(text, name))
  if (names.length > 0) {
    const last = Math.max(...names.map(({ month }) => month))
    const rest = names.reduce((left, { name }) => left.replace(name, ''), text.replace(String(year), ''))
    const [, date] = /(?<!\d)(\d{1,2})(?!\d)/.exec(rest) ?? []
    return date ? dayOf(year, last, Number(date)) : dayOf(year, last + 1, 0)
  }
  const quarter = Number(/\bq([1-4])\b/.exec(text)?.[1])
  const season = SEASONS.find(([words]) => hasWord(text, words))
  return dayOf(year, quarter ? quarter * 3 : (season?.[1] ?? 12), 0)
}

/** `today`: such as 2027-03-31, where the list is. */
export function isOpeningPast(launch: string, { language, today }: { language: string; today: string }): boolean {
  const last = lastDayOf(launch, language)
  return last !== null && last < today
}

/** A date where the list is, such as 2027-03-31. */
export function dayAt(instant: Date, timeZone: string): string {
  return instant.toLocaleDateString('sv-SE', { timeZone })
}

function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

function hasWord(text: string, words: string): boolean {
  return new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'u').test(text)
}

/** Alone, beside a day (another case in some languages), and short. */
function monthNames(language: string): { name: string; month: number }[] {
  const formats = [{ month: 'long' }, { month: 'long', day: 'numeric' }, { month: 'short' }] as const
  return formats.flatMap((format) => {
    const names = new Intl.DateTimeFormat(locale(language), { ...format, timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, month) => {
      const parts = names.formatToParts(Date.UTC(2027, month, 1))
      const name = parts.find(({ type }) => type === 'month')!.value
      return { name: name.toLowerCase().replace('.', ''), month }
    })
  })
}
