import { percentOf } from '#shared/percent.ts'

const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A percentage of `percentOf`, 12 as 12.0%. */
export function percent(percentage: number): string {
  return `${oneDecimal.format(percentage)}%`
}

/** The share of a slice, which pies show without decimals. */
export function wholePercent(value: number, total: number): string {
  return `${percentOf(value, total, 0)}%`
}
