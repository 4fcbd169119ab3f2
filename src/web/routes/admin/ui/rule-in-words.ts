import type { RuleOfList } from '#shared/joining/referral-rule.ts'
import { grouped } from '../../../ui/grouped.ts'

/** A rule in words, such as '5 places for each friend, at most 50 in all'. */
export function ruleInWords({ places, cap, bonus }: RuleOfList): string {
  const each = `${grouped(places)} ${places === 1 ? 'place' : 'places'} for each friend`
  const most = cap === null ? each : `${each}, at most ${grouped(cap)} in all`
  return bonus === 0 ? most : `${most}, and ${grouped(bonus)} for each new friend`
}
