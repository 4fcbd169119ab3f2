import { locale } from '#shared/values/language.ts'

/** 1234567 becomes 1,234,567. */
export function grouped(number: number): string {
  return number.toLocaleString(locale())
}
