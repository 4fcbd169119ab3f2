/** SQL: at most `limit` people after a joining position, in their order. `is_own`: neither made up nor imported. */
export function joinedAfter(position: string, limit: number): string {
  return `select id, joined_position, created_at, not is_seeded and imported_by is null as is_own from waitlist_entries
    where joined_position > ${position} order by joined_position limit ${limit}`
}
