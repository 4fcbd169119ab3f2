/**
 * SQL: the entries among these ids that are not erased, locked against erasing until the transaction ends. Whatever
 * writes a row about somebody outside the counter's lock asks this first, so that no row outlives an erasure.
 */
export function livingOf(ids: string): string {
  return `select id from waitlist_entries where id in (${ids}) and erased_at is null order by id for key share`
}
