/**
 * SQL: the number of friends whose credit for an entry is counted. `joined`: a condition on `created_at`, the time of
 * joining.
 */
export function friendsOf(entryId: string, joined: string): string {
  return `(select count(*)::int from credits where referrer_id = ${entryId} and state = 'counted' and ${joined})`
}

/**
 * A query for the number of friends with a counted credit, for each entry that has such friends: the columns `id` and
 * `friends`. `by`: a condition on `referrer_id`.
 */
export function friendsByReferrer(joined: string, by: string): string {
  return `select referrer_id as id, count(*)::int as friends from credits
    where state = 'counted' and ${joined} and ${by} group by referrer_id`
}
