/** The queue where pg-boss puts jobs that are not retried, with the reason. */
export const DEAD_LETTERS = 'undelivered'

/** Where servers of the version before keep full names. `names-in-jobs.ts` moves them to their table. */
export const KEPT_NAMES = 'kept-names'
