/** SQL that counts the friends who count for an entry. `joined` is a condition on the time of joining, `created_at`. */
export function friendsOf(entryId: string, joined: string): string {
  return `(select count(*)::int from credits where referrer_id = ${entryId} and state = 'counted' and ${joined})`
}

/**
 * SQL that counts the friends who count, for each entry that has any: the columns `id` and `friends`. `by` is a
 * condition on `referrer_id`.
 */
export function friendsByReferrer(joined: string, by: string): string {
  return `select referrer_id as id, count(*)::int as friends from credits
    where state = 'counted' and ${joined} and ${by} group by referrer_id`
}
