/** The queue where pg-boss puts jobs that are not retried, with the reason. */
export const DEAD_LETTERS = 'undelivered'

/** The full names of people who are not in Notion because it is not set up. Each job has its entry's id. */
export const KEPT_NAMES = 'kept-names'
