const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** 12.345 as 12.3%. */
export function percent(percentage: number): string {
  return `${oneDecimal.format(percentage)}%`
}

/** 12.345 as 12%, for pies. */
export function wholePercent(percentage: number): string {
  return `${Math.round(percentage)}%`
}
