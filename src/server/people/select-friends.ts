/** The statement that selects the ids of all people who joined with a code of this referrer, without erased people. */
export function selectFriends(referrerId: string): { text: string; values: unknown[] } {
  return {
    text: `select e.id from credits c join waitlist_entries e on e.id = c.friend_id
      where c.referrer_id = $1 and e.erased_at is null`,
    values: [referrerId],
  }
}
