import { brand } from './brand.ts'

/** How many places a referrer moves up for each friend who joins with their code. */
export const PLACES_PER_FRIEND: number = 5

const places = PLACES_PER_FRIEND === 1 ? '1 place' : `${PLACES_PER_FRIEND} places`

/** The value of a code, in words, on the thank-you page and in mails. */
export const REFERRAL_PROMISE = `For each friend who joins using your referral code, you'll move up ${places} in the queue!`

/**
 * What a number of friends earns, in words, in rising order. The last one is as long as the stamp card on a person's own
 * place. Moving up happens by itself. Any other reward is the owner's promise: the software hands out nothing.
 */
export const MILESTONES: readonly { friends: number; reward: string }[] = [
  { friends: 1, reward: `Your first move: up to ${places} nearer to the front` },
  {
    friends: 3,
    reward: `Up to ${placesFor(3)} places in all. Of two people with one number, more friends go in first`,
  },
  { friends: 10, reward: `Up to ${placesFor(10)} places: a whole Saturday of clients, overtaken` },
]

function placesFor(friends: number): number {
  return friends * PLACES_PER_FRIEND
}

/** How many codes one entry may have; joining again after that returns the newest one. */
export const MAX_CODES_PER_ENTRY: number = 20

/** The text that people share with the link. */
export const share = {
  title: 'Skip the line',
  text: `I am on the ${brand.name} waitlist, an AI assistant for people who work in beauty. Skip the line with my link:`,
} as const
