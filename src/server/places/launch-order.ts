const CAN_BE_INVITED = `(state = 'waiting' and not is_rejected)`

/**
 * The condition of an entry whose person sees a place in line. Rejected people see one too, because they must not learn
 * that they are rejected.
 */
export const IS_IN_LINE = `erased_at is null and state = 'waiting'`

/** The condition of an entry that has a rank: its person can be invited. Doubtful people have one. */
export const IS_RANKED = `erased_at is null and ${CAN_BE_INVITED}`

/** The condition of any other entry on the list, and of the index `waitlist_entries_no_rank`. */
export const IS_UNRANKED = `erased_at is null and not ${CAN_BE_INVITED}`

/** SQL: the columns that entries are ordered by. No two entries tie, because the joining position is unique. */
export const LAUNCH_ORDER = 'position, (-referrals), joined_position'
