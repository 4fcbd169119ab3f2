import type { RuleOfList } from '#shared/joining/referral-rule.ts'
import { MOST_COUNTED } from '#shared/list/messages.ts'
import { percentOf } from '#shared/values/numbers.ts'
import { grouped } from '../../../ui/grouped.ts'

/** Not exact from `MOST_COUNTED` on. */
export function counted(count: number): string {
  return count >= MOST_COUNTED ? `${grouped(MOST_COUNTED - 1)}+` : grouped(count)
}

export function several(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}

export const peopleWords = (count: number) => several(count, 'person', 'people')
export const friendsWords = (count: number) => several(count, 'friend')

export const NOBODY_YET = 'No submissions found. When users join the waitlist, they will appear here.'

const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export function percent(percentage: number): string {
  return `${oneDecimal.format(percentage)}%`
}

export function wholePercent(value: number, total: number): string {
  return `${percentOf(value, total, 0)}%`
}

export function ruleInWords({ places, cap, bonus }: RuleOfList): string {
  const each = `${several(places, 'place')} for each friend`
  const most = cap === null ? each : `${each}, at most ${grouped(cap)} in all`
  return bonus === 0 ? most : `${most}, and a head start of ${grouped(bonus)} for each new friend`
}
