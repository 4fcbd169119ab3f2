import { percentOf } from '#shared/values/numbers.ts'

const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export function percent(percentage: number): string {
  return `${oneDecimal.format(percentage)}%`
}

export function wholePercent(value: number, total: number): string {
  return `${percentOf(value, total, 0)}%`
}
