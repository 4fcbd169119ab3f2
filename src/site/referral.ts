import { brand } from './brand.ts'

/** How many places a referrer moves up for each friend who joins with their code, unless the owner sets another rule. */
export const PLACES_PER_FRIEND: number = 5

/** `cap`: the most places that friends can bring one person; null for no limit. */
export type ReferralRule = { places: number; cap: number | null }

export const FIRST_RULE: ReferralRule = { places: PLACES_PER_FRIEND, cap: null }

/** The rule for the next friend of a person: no places once `places`, those that friends have brought so far, reach the cap. */
export function ruleAfter(rule: ReferralRule, places: number): ReferralRule {
  return rule.cap !== null && places >= rule.cap ? { ...rule, places: 0 } : rule
}

export function bringsPlaces({ places, cap }: ReferralRule): boolean {
  return places > 0 && cap !== 0
}

/** The value of a code, in words, on the thank-you page and in mails. */
export function referralPromise(rule: ReferralRule): string {
  const { places, cap } = rule
  if (!bringsPlaces(rule))
    return 'Friends who join using your referral code count for you: if two people share a number, the one with more friends goes in first!'
  const most = cap === null ? '' : `, up to ${inWords(cap)} in all`
  return `For each friend who joins using your referral code, you'll move up ${inWords(places)} in the queue${most}!`
}

/** The same for the first rule. */
export const REFERRAL_PROMISE = referralPromise(FIRST_RULE)

/**
 * The rewards for numbers of friends, in words, in rising order. The last one is as long as the stamp card on a
 * person's own place. Moving up happens by itself. Any other reward is the owner's promise: the software hands out
 * nothing.
 */
export function milestonesOf(rule: ReferralRule): readonly { friends: number; reward: string }[] {
  if (placesFor(1, rule) === 0) return [{ friends: 3, reward: 'Before everybody else who shares your number' }]
  return [
    { friends: 1, reward: `Up to ${inWords(placesFor(1, rule))} forward` },
    {
      friends: 3,
      reward: `Up to ${inWords(placesFor(3, rule))} in all. If two people share a number, the one with more friends goes in first`,
    },
    { friends: 10, reward: `Up to ${inWords(placesFor(10, rule))} in all, and a full stamp card` },
  ]
}

/** The same for the first rule. */
export const MILESTONES = milestonesOf(FIRST_RULE)

function placesFor(friends: number, { places, cap }: ReferralRule): number {
  return Math.min(friends * places, cap ?? Infinity)
}

function inWords(places: number): string {
  return places === 1 ? '1 place' : `${places} places`
}

/** How many codes one entry may have; joining again after that returns the newest one. */
export const MAX_CODES_PER_ENTRY: number = 20

/** The text that people share with the link. */
export const share = {
  title: 'Skip the line',
  text: `${brand.name} is an AI assistant for people who work in beauty, and I am on its waitlist. Skip the line with my link:`,
} as const
