/** SQL: the last sequence that the listing has followed. */
export const READ = `(select sequence from log_readers where name = 'listing')`

/** SQL: the rows of the log that the listing has not followed yet. */
export const UNREAD = `select * from entry_log where sequence > ${READ}`

/** SQL: the ids of the entries whose listing may be out of date. */
export const UNSETTLED = `select entry_id from (${UNREAD}) as unread union all select entry_id from log_set_aside`
