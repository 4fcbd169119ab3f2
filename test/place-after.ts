import { PLACES_PER_FRIEND } from '#site/referral.ts'

/** The place of a person who joined at a position and has brought friends since. */
export function placeAfter(joined: number, friends: number): number {
  return Math.max(1, joined - friends * PLACES_PER_FRIEND)
}
