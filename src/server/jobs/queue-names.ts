/** Where pg-boss puts jobs that are not tried again, with the reason. */
export const DEAD_LETTERS = 'undelivered'

/** Full names of people whom Notion lacks while it is not set up. Each stands under its entry's id. */
export const KEPT_NAMES = 'kept-names'
