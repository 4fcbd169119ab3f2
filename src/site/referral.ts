/** How many places a referrer moves up for each friend who joins with their code. */
export const PLACES_PER_FRIEND = 5

/** How many codes one entry may hold; joining again after that hands out the newest once more. */
export const MAX_CODES_PER_ENTRY = 20
