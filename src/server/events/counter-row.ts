/**
 * While a backup runs, PostgreSQL keeps every old version of this row: a scan from the end of the index meets the
 * newest first.
 */
export const FROM_COUNTER = 'from waitlist_counter order by id desc limit 1'
/** SQL. Only under the counter's lock: otherwise it may find no row. */
export const IS_COUNTER = `ctid = (select ctid ${FROM_COUNTER})`
