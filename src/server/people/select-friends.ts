import type { Queryable } from '../db/pool.ts'
import { UNDECIDED } from './undecided.ts'

/**
 * The statement of the ids of everybody who joined with a code of this referrer, without erased people; or of those
 * among them about whom the owner has not decided.
 */
export function selectFriends(
  referrerId: string,
  { areUndecided }: { areUndecided: boolean },
): { text: string; values: unknown[] } {
  return {
    text: `select e.id from credits c join waitlist_entries e on e.id = c.friend_id
      where c.referrer_id = $1 and e.erased_at is null ${areUndecided ? `and e.id in (${UNDECIDED})` : ''}`,
    values: [referrerId],
  }
}

/** Whether an entry has this id, erased or not. */
export async function isOnList(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.query('select from waitlist_entries where id = $1', [id])
  return rows.length === 1
}
