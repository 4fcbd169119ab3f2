import { brand } from './brand.ts'

/** How many places a referrer moves up for each friend who joins with their code. */
export const PLACES_PER_FRIEND: number = 5

const places = PLACES_PER_FRIEND === 1 ? '1 place' : `${PLACES_PER_FRIEND} places`

/** The value of a code, in words, on the thank-you page and in mails. */
export const REFERRAL_PROMISE = `For each friend who joins using your referral code, you'll move up ${places} in the queue!`

/** What a number of friends earns, in words. The rewards are promises of the owner's: nothing hands them out. */
export const MILESTONES: readonly { friends: number; reward: string }[] = [
  { friends: 1, reward: 'Your first move up the queue' },
  { friends: 3, reward: 'An invitation to the preview' },
  { friends: 10, reward: 'A free first month' },
]

/** How many codes one entry may have; joining again after that returns the newest one. */
export const MAX_CODES_PER_ENTRY: number = 20

/** The text that people share with the link. */
export const share = {
  title: 'Skip the line',
  text: `I am on the ${brand.name} waitlist, an AI assistant for people who work in beauty. Skip the line with my link:`,
} as const
