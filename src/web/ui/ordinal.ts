import { grouped } from './grouped.ts'

const rules = new Intl.PluralRules('en-GB', { type: 'ordinal' })
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** 1234 as 1,234th. */
export function ordinal(number: number): string {
  return grouped(number) + (SUFFIXES[rules.select(number)] ?? 'th')
}
