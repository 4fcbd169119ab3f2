/** The queue where pg-boss puts jobs that are not retried, with the reason. */
export const DEAD_LETTERS = 'undelivered'

/** The queue where servers of the previous version keep full names. `names-in-jobs.ts` moves them to their table. */
export const KEPT_NAMES = 'kept-names'
