import { PLACES_PER_FRIEND } from '#site/referral.ts'

/** The position of a person after these friends have joined with their code. */
export function placeAfter(joined: number, friends: number): number {
  return Math.max(1, joined - friends * PLACES_PER_FRIEND)
}
