import type { Transaction } from '../db/pool.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { keepRanks } from '../places/keep-ranks.ts'
import { type CreditState, settleReferrers } from './settle-credits.ts'

export type NewCredit = {
  friend_id: string
  referrer_id: string
  places: number
}

type RecordedCredit = { friend_id: string; referrer_id: string; state: CreditState }

/**
 * Records one credit per friend and moves the referrers. A credit has the time at which its friend joined, and the
 * state that follows from the friend's standing. Skips a friend who already credited someone, and erased people. Call
 * this with the counter locked. Returns the recorded credits.
 */
export async function creditReferrers(tx: Transaction, credits: NewCredit[]): Promise<RecordedCredit[]> {
  if (credits.length === 0) return []
  const referrers = [...new Set(credits.map(({ referrer_id }) => referrer_id))]
  return keepRanks(tx, referrers, async () => {
    const { rows } = await tx.query<RecordedCredit>(
      `insert into credits (friend_id, referrer_id, places, state, created_at)
       select t.friend_id, t.referrer_id, t.places, 'held', f.created_at
       from json_to_recordset($1) as t (friend_id uuid, referrer_id uuid, places integer)
         join waitlist_entries f on f.id = t.friend_id join waitlist_entries r on r.id = t.referrer_id
       where f.erased_at is null and r.erased_at is null
       on conflict (friend_id) do nothing returning friend_id, referrer_id, state`,
      [JSON.stringify(credits)],
    )
    const settled = new Map((await settleReferrers(tx, referrers)).map((change) => [change.friend_id, change.after]))
    return rows.map((credit) => ({ ...credit, state: settled.get(credit.friend_id) ?? credit.state }))
  })
}

/** The notifications for referrers who moved up. Only a counted credit moves somebody. */
export function toNotifications(
  credits: { friend_id: string; referrer_id: string; state: CreditState }[],
): Jobs['send-referral-notification'][] {
  return credits
    .filter(({ state }) => state === 'counted')
    .map(({ friend_id, referrer_id }) => ({ entry_id: referrer_id, friend_id }))
}
