const format = new Intl.NumberFormat('en-GB')

/** 1234567 becomes 1,234,567. */
export function grouped(number: number): string {
  return format.format(number)
}
