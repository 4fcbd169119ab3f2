import type { Transaction } from '../db/pool.ts'
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
    `with judged as (
       select c.friend_id, c.state as before, case when f.erased_at is null then ${creditStateOf('f')}
         when c.state = 'counted' then 'counted' else 'rejected' end as after
       from credits c join waitlist_entries f on f.id = c.friend_id where c.friend_id = any($1)
     ), changed as (
       update credits c set state = after from judged j where c.friend_id = j.friend_id and after <> before
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
