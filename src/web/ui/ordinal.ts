import { ordinalSuffix } from '#shared/values/numbers.ts'
import { grouped } from './grouped.ts'

/** 1234 becomes 1,234th. */
export function ordinal(number: number): string {
  return grouped(number) + ordinalSuffix(number)
}
