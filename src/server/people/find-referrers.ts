import type { Queryable } from '../db/pool.ts'

/** A friend, and the entry that their credit is of, whatever its state. */
export type Referral = { friend_id: string; referrer_id: string }

/** The referrers of these people. Those who have none are missing. */
export async function findReferrers(db: Queryable, ids: string[]): Promise<Referral[]> {
  const { rows } = await db.query<Referral>('select friend_id, referrer_id from credits where friend_id = any($1)', [
    ids,
  ])
  return rows
}
