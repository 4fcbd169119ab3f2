import type { Transaction } from '../db/pool.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { keepRanks } from '../places/keep-ranks.ts'
import { CAP_NOW } from '../places/referral-rule.ts'
import { grantOf } from './grants.ts'
import { type CreditState, creditStateOf } from './settle-credits.ts'

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
      `with asked as materialized (
         select t.friend_id, t.referrer_id, t.places, ${creditStateOf('f')} as state, f.created_at,
           r.credited_places as had, ${CAP_NOW} as cap
         from json_to_recordset($1)
           as t (friend_id uuid, referrer_id uuid, places integer)
         join waitlist_entries f on f.id = t.friend_id join waitlist_entries r on r.id = t.referrer_id
         where f.erased_at is null and r.erased_at is null
           and not exists (select from credits c where c.friend_id = t.friend_id)
       ), recorded as (
         insert into credits (friend_id, referrer_id, places, state, created_at)
         select friend_id, referrer_id, ${grantOf({ order: 'created_at, friend_id' })}, state, created_at
         from (select *, state = 'counted' as counts from asked) as asked
         on conflict (friend_id) do nothing
         returning friend_id, referrer_id, places, state
       ), moves as (
         select referrer_id, sum(places) as places, count(*) as friends
         from recorded where state = 'counted' group by referrer_id
       ), moved as (
         update waitlist_entries e
         set credited_places = credited_places + m.places, referrals = referrals + m.friends
         from moves m where e.id = m.referrer_id
       )
       select friend_id, referrer_id, state from recorded`,
      [JSON.stringify(credits)],
    )
    return rows
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
