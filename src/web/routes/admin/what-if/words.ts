import type { ReferralRule } from '#site/referral.ts'
import { grouped } from '../../../ui/grouped.ts'

/** '5 places a friend', '5 places a friend, at most 50 in all' */
export function ruleInWords({ places, cap }: ReferralRule): string {
  const each = `${grouped(places)} ${places === 1 ? 'place' : 'places'} a friend`
  return cap === null ? each : `${each}, at most ${grouped(cap)} in all`
}

export function isSameRule(one: ReferralRule, other: ReferralRule): boolean {
  return one.places === other.places && one.cap === other.cap
}

export const whatIfWords = {
  lead: 'Try another rule for what a friend brings, on the whole list. Nothing changes until you take it over.',
  new: 'Everybody who joins from then on brings their friend these places. Earlier friends keep what they brought, and nobody moves now.',
  old: 'Earlier friends bring these places too: everybody moves to where this screen shows them. The pages and mails that promise places say the new number.',
  undone: 'Both can be undone.',
}
