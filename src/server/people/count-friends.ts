import type { FriendCounts } from '#shared/list/entry.ts'
import type { Queryable } from '../db/pool.ts'

/** SQL: the number of friends of the entry with this id, for each state of their credit. */
export function friendCountsOf(id: string): string {
  return `(select coalesce(json_object_agg(state, friends), '{}') from (
    select state, count(*)::int as friends from credits where referrer_id = ${id} group by state) as counts)`
}

export async function countFriends(db: Queryable, id: string): Promise<FriendCounts> {
  const { rows } = await db.query<{ counts: FriendCounts }>(`select ${friendCountsOf('$1::uuid')} as counts`, [id])
  return rows[0]!.counts
}
