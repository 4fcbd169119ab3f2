/**
 * SQL: reads the counter's row. While a long transaction such as a backup reads the list, PostgreSQL keeps every old
 * version of this row. `id = 1` would pass all of them; a scan from the end of the index meets the newest one first.
 */
export const FROM_COUNTER = 'from waitlist_counter order by id desc limit 1'
/** SQL: a condition that only the counter's row meets. Use it under the counter's lock: otherwise it may find no row. */
export const IS_COUNTER = `ctid = (select ctid ${FROM_COUNTER})`
