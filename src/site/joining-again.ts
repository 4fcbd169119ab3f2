/**
 * How often joining again may change one entry within 24 hours, counted back from the attempt: anybody can type anybody's
 * email. Joining again more often is answered alike and changes nothing.
 */
export const MAX_CHANGES_PER_DAY = 5

/** How many sets of earlier answers an entry keeps; the oldest goes first. */
export const MAX_REVISIONS_PER_ENTRY = 20

/** How many submissions of an entry are remembered, so that a retry is answered the same; the oldest goes first. */
export const MAX_SUBMISSIONS_PER_ENTRY = 20
