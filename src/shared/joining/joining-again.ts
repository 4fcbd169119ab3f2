/**
 * How often joining again may change one entry within 24 hours, counted back from the attempt: anybody can type another
 * person's email. Beyond that, joining again gets the same answer and changes nothing.
 */
export const MAX_CHANGES_PER_DAY = 5

/**
 * The same for people who prove that the entry is theirs: at their own place, or by joining again in the browser that
 * joined. Other people's changes count here too.
 */
export const MAX_OWN_CHANGES_PER_DAY = 40

/** How many sets of earlier answers an entry keeps; the oldest is deleted first. */
export const MAX_REVISIONS_PER_ENTRY = 20

/** How many submissions of an entry are stored, so that a retry gets the same answer; the oldest is deleted first. */
export const MAX_SUBMISSIONS_PER_ENTRY = 20

/** How many codes one entry may have; joining again after that returns the newest one. */
export const MAX_CODES_PER_ENTRY: number = 20
