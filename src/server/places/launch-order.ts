/**
 * The condition of an entry that has a rank: its person can be invited. Doubtful people have one. The index
 * `waitlist_entries_ranked` has the same condition.
 */
export const IS_RANKED = `erased_at is null and state = 'waiting' and not is_rejected
  and (confirmed_at is not null or not needs_confirmation)`

/** What entries are ordered by. No two of them tie, because the joining position is unique. */
export const LAUNCH_ORDER = 'position, (-referrals), joined_position'
