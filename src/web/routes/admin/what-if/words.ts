import type { ReferralRule } from '#shared/joining/referral-rule.ts'
import { grouped } from '../../../ui/grouped.ts'

/** A rule in words, such as '5 places for each friend, at most 50 in all'. */
export function ruleInWords({ places, cap }: ReferralRule): string {
  const each = `${grouped(places)} ${places === 1 ? 'place' : 'places'} for each friend`
  return cap === null ? each : `${each}, at most ${grouped(cap)} in all`
}

export function isSameRule(one: ReferralRule, other: ReferralRule): boolean {
  return one.places === other.places && one.cap === other.cap
}

/**
 * The note for a rule that is already in force. `moved`: the number of people with friends who count under an earlier
 * rule.
 */
export function sameRuleWords(moved: number): string {
  if (moved === 0) return 'This is the rule now.'
  const people = moved === 1 ? '1 person has' : `${grouped(moved)} people have`
  return `This is the rule now, but ${people} earlier friends who count under another rule.`
}

export const whatIfWords = {
  lead: 'Try another number of places for each friend on the whole list. Nothing changes until you use the rule.',
  question:
    'From now on, friends who join count by this rule, and the pages and mails say so. What about friends who have joined already? You can undo either choice.',
  sameQuestion:
    'This is the rule already. Some earlier friends joined under another one and still count by it. You can undo this.',
  new: 'Earlier friends keep what they brought, and nobody moves now.',
  old: 'Earlier friends count by this rule too: everybody moves to where this screen shows them.',
}
