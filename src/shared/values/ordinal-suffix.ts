const rules = new Intl.PluralRules('en-GB', { type: 'ordinal' })
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** The suffix of an ordinal number: `th` for 12. */
export function ordinalSuffix(number: number): string {
  return SUFFIXES[rules.select(number)] ?? 'th'
}
