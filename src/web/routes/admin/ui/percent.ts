import { percentOf } from '#shared/values/numbers.ts'

const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A percentage from `percentOf` as text: 12 is 12.0%. */
export function percent(percentage: number): string {
  return `${oneDecimal.format(percentage)}%`
}

/** `value` of `total` as text without decimals, for pie charts: 1 of 8 is 13%. */
export function wholePercent(value: number, total: number): string {
  return `${percentOf(value, total, 0)}%`
}
