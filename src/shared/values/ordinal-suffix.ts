const rules = new Intl.PluralRules('en-GB', { type: 'ordinal' })
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

export function ordinalSuffix(number: number): string {
  return SUFFIXES[rules.select(number)] ?? 'th'
}
