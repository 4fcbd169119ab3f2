/**
 * The most changes of one entry by joining again within the last 24 hours, because anybody can type another person's
 * email. After that, joining again gets the same answer but changes nothing.
 */
export const MAX_CHANGES_PER_DAY = 5

/**
 * The limit instead of `MAX_CHANGES_PER_DAY` for people who prove that the entry is theirs: at their own place, or in
 * the browser with which they joined. Other people's changes count here too.
 */
export const MAX_OWN_CHANGES_PER_DAY = 40

/** The most sets of earlier answers that an entry keeps. The oldest is deleted first. */
export const MAX_REVISIONS_PER_ENTRY = 20

/** The most stored submissions of an entry. They give a retry the same answer. The oldest is deleted first. */
export const MAX_SUBMISSIONS_PER_ENTRY = 20

/** The most codes of one entry. After that, joining again returns the newest one. */
export const MAX_CODES_PER_ENTRY: number = 20
