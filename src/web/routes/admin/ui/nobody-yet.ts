/** Shown for an empty list. */
export const NOBODY_YET = 'No submissions found. When users join the waitlist, they will appear here.'
