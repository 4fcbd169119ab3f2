import { site } from '#shared/site/site.ts'

/** The position of a person after these friends have joined with their code. */
export function placeAfter(joined: number, friends: number): number {
  return Math.max(1, joined - friends * site().referral.placesPerFriend)
}
