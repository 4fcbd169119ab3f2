/** SQL: whether an entry still has to confirm its address. It is the condition of the index of these entries. */
export const IS_UNCONFIRMED = '(needs_confirmation and confirmed_at is null)'

/** SQL: the unconfirmed entries that joined at least so many days ago, with `id` and `created_at`. */
export function unconfirmedFor(days: string): string {
  return `select id, created_at from waitlist_entries
    where needs_confirmation and confirmed_at is null and erased_at is null
      and created_at < now() - ${days} * interval '1 day'`
}

/** SQL: those of the people in $1 who still have to confirm their address. */
export const UNCONFIRMED_AMONG = `select id from waitlist_entries
  where id = any($1) and erased_at is null and ${IS_UNCONFIRMED}`
