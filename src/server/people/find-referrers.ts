import type { Queryable } from '../db/pool.ts'

/** A friend, and the entry that gets their credit, whatever the state of the credit. */
export type Referral = { friend_id: string; referrer_id: string }

/** The referrers of these people. People without a referrer are missing. */
export async function findReferrers(db: Queryable, ids: string[]): Promise<Referral[]> {
  const { rows } = await db.query<Referral>('select friend_id, referrer_id from credits where friend_id = any($1)', [
    ids,
  ])
  return rows
}
