import type { Transaction } from '../db/pool.ts'
import { CAP_NOW } from '../places/referral-rule.ts'
import { grantOf } from './grants.ts'
import { hasOpenHold } from './hold-causes.ts'

export type CreditState = 'counted' | 'held' | 'rejected'

/** A credit whose state changed. */
export type CreditChange = { friend_id: string; referrer_id: string; before: CreditState; after: CreditState }

/**
 * SQL: the state of a new credit, from the standing of its friend's entry. An erased friend has no standing any more:
 * what counted goes on counting, and nothing else ever counts.
 */
export function creditStateOf(friend: string): string {
  return `case when ${friend}.is_rejected then 'rejected' when ${hasOpenHold(`${friend}.id`)} then 'held'
    else 'counted' end`
}

/**
 * Derives the state of the credits that these friends give from their standing, and moves the referrers, up and down,
 * by the places that were stored with each credit. Call this with the counter locked.
 */
export async function settleCredits(tx: Transaction, friendIds: string[]): Promise<CreditChange[]> {
  const { rows } = await tx.query<CreditChange>(
    `with judged as materialized (
       select c.friend_id, c.referrer_id, c.places, c.created_at, c.state as before, case when f.erased_at is null then ${creditStateOf('f')}
         when c.state = 'counted' then 'counted' else 'rejected' end as after
       from credits c join waitlist_entries f on f.id = c.friend_id where c.friend_id = any($1)
     ), leaving as (
       select referrer_id, sum(places)::integer as places from judged
       where before = 'counted' and after <> 'counted' group by referrer_id
     ), asked as materialized (
       select j.*, after = 'counted' as counts, ${CAP_NOW} as cap,
           e.credited_places - coalesce(l.places, 0) as had
       from judged j join waitlist_entries e on e.id = j.referrer_id left join leaving l on l.referrer_id = j.referrer_id
       where after <> before
     ), granted as (
       select friend_id, before, after, ${grantOf({ order: 'created_at, friend_id' })} as places from asked
     ), changed as (
       update credits c set state = after, places = j.places from granted j where c.friend_id = j.friend_id
       returning c.friend_id, c.referrer_id, c.places, before, after
     ), moves as (
       select referrer_id, sum(direction)::integer as friends, sum(direction * places)::integer as places
       from (select *, (after = 'counted')::integer - (before = 'counted')::integer as direction from changed) as moves
       group by referrer_id
     ), moved as (
       update waitlist_entries e
       set credited_places = credited_places + m.places, referrals = referrals + m.friends
       from moves m where e.id = m.referrer_id and (m.places, m.friends) <> (0, 0)
     )
     select friend_id, referrer_id, before, after from changed`,
    [friendIds],
  )
  return rows
}
