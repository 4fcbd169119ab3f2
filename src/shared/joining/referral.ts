import type { ReferralRule, RuleInForce } from './referral-rule.ts'
import { fill } from '../values/language.ts'
import { site } from '../site/site.ts'

export function firstRule(): ReferralRule {
  return { places: site().referral.placesPerFriend, cap: null }
}

export function ruleAfter(rule: ReferralRule, places: number): ReferralRule {
  return rule.cap !== null && places >= rule.cap ? { ...rule, places: 0 } : rule
}

export function bringsPlaces({ places, cap }: ReferralRule): boolean {
  return places > 0 && cap !== 0
}

export function sharingWords(rule: ReferralRule, position: number | null): { title: string; promise: string } {
  return position === 1 ? site().thankYou.sharing.first : { title: sharingTitle(rule), promise: referralPromise(rule) }
}

export function referralPromise(rule: ReferralRule): string {
  const { places, cap } = rule
  const { promise, promiseCapped, promiseNoPlaces } = site().referral
  if (!bringsPlaces(rule)) return promiseNoPlaces
  if (cap === null) return fill(promise, { places: inWords(places) })
  return fill(promiseCapped, { places: inWords(places), most: inWords(cap) })
}

export function atOnceWords(most: number | null): string[] {
  return most === null ? [] : [fill(site().thankYou.atOnce, { friends: most })]
}

function sharingTitle(rule: ReferralRule): string {
  return bringsPlaces(rule) ? site().thankYou.sharing.title : site().thankYou.sharing.noPlaces
}

export function offersOf(rule: RuleInForce, from: number): readonly { friends: number; reward: string }[] {
  return [...milestonesOf(rule, from), ...rule.rewards].sort((one, other) => one.friends - other.friends)
}

/** Ascending. `from`: the position that friends move the person up from. */
export function milestonesOf(rule: ReferralRule, from: number): readonly { friends: number; reward: string }[] {
  const placesFor = (friends: number) => Math.min(friends * rule.places, rule.cap ?? Infinity, from - 1)
  if (placesFor(1) === 0) return site().referral.milestonesNoPlaces
  return site().referral.milestones.map(({ friends, reward }) => ({
    friends,
    reward: fill(reward, { places: inWords(placesFor(friends)) }),
  }))
}

function inWords(places: number): string {
  return fill(site().referral.places, { count: places })
}
