/** SQL: whether there is an entry with this id that is not erased. */
export function isOnList(id: string): string {
  return `exists (select from waitlist_entries e where e.id = ${id} and e.erased_at is null)`
}
