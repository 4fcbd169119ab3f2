const CAN_BE_INVITED = `(state = 'waiting' and not is_rejected)`

/** Rejected people see a place too: they must not learn that they are rejected. */
export const IS_IN_LINE = `erased_at is null and state = 'waiting'`

/** Doubtful people have a rank. */
export const IS_RANKED = `erased_at is null and ${CAN_BE_INVITED}`

export const IS_UNRANKED = `erased_at is null and not ${CAN_BE_INVITED}`

/** No two entries tie. */
export const LAUNCH_ORDER = 'position, (-referrals), joined_position'
