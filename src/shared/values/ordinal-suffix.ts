const rules = new Intl.PluralRules('en-GB', { type: 'ordinal' })
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** What makes an ordinal of a number: `th` of 12. */
export function ordinalSuffix(number: number): string {
  return SUFFIXES[rules.select(number)] ?? 'th'
}
