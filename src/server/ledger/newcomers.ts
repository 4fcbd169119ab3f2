import { insertEventsOf } from '../events/record-events.ts'
import { insertJobsOf } from '../jobs/enqueue.ts'
import { IS_RANKED } from '../places/launch-order.ts'
import { CAP_NOW, MOST_UNPROVEN_NOW, placesNow } from '../places/referral-rule.ts'
import { grantOf } from './grants.ts'
import { type HoldCause, isDoubt } from './hold-causes.ts'

/** The part of a newcomer that decides their standing. */
export type NewStanding = {
  /** The causes of their holds; null for none. */
  causes: HoldCause[] | null
  /**
   * Whether the only reason for a hold is that they opened no form. It becomes the cause `signals` only if they used
   * somebody's code: the owner's own form may not report that it was opened.
   */
  lacks_page: boolean
  /** Whether a program with an API key added them: they count for a friend only once they are proven. */
  is_by_key?: boolean | undefined
}

/** The columns of `NewStanding`, for `json_to_recordset`. */
export const STANDING_RECORD = 'causes text[], lacks_page boolean, is_by_key boolean'

/** SQL: the causes of a newcomer's holds, or null. It reads a `NewStanding` with a `referrer_id` that may be null. */
export const HELD_BY = `case when lacks_page and referrer_id is not null then array_append(causes, 'signals') else causes end`

/** The columns of an entry's standing, and their values for a newcomer. */
export const STANDING_COLUMNS = 'is_doubtful, is_by_key'
export const STANDING_VALUES = `${isDoubt('holds')}, is_by_key is true`

/** SQL: whether a newcomer moves a referrer at once. */
export const CREDITS_AT_ONCE = 'id in (select id from granted where counts)'

/**
 * `HOLDS` and `credits` are the parts of the joining statement that write the newcomers' holds and credits and move
 * their referrers. They read the query `fresh`, with an `id`, a `referrer_id` that may be null, and its `holds`.
 * `moved` returns the columns that `bucketsOfMoved` needs.
 */
export const HOLDS = `holding as (
      insert into holds (entry_id, cause) select id, unnest(holds) from fresh where holds is not null
    )`

/**
 * SQL. `had`: the places that a referrer has. `used`: the number of their friends that count toward the ceiling. Each
 * is read only if its limit is in force, because reading costs a lookup. Newcomers are unproven, so the ceiling applies
 * to all of them.
 */
const RULED = {
  had: '(select credited_places from waitlist_entries e where e.id = referrer_id and cap is not null)',
  used: '(select ceiling_used from waitlist_entries e where e.id = referrer_id and most is not null)',
}

export const credits = (): string => `granted as materialized (
      select id, referrer_id, holds, counts, ${grantOf({ order: 'ordinality' })} as places
      from (select *, holds is null and (most is null or is_by_key is not true and nth + used <= most) as counts
        from (select id, referrer_id, ordinality, holds, is_by_key, rule.*, ${RULED.had} as had, ${RULED.used} as used,
            row_number() over (partition by referrer_id, holds is null, is_by_key is true order by ordinality) as nth
          from fresh cross join (select ${placesNow()} as places, ${CAP_NOW} as cap, ${MOST_UNPROVEN_NOW} as most) as rule
          where referrer_id is not null) as asked) as asked
    ), credited as (
      insert into credits (friend_id, referrer_id, places, state)
      select id, referrer_id, places, case when counts then 'counted' when holds is null then 'waiting' else 'held' end
      from granted
    ), moved as (
      update waitlist_entries e
      set credited_places = credited_places + moves.places, referrals = referrals + friends, ceiling_used = ceiling_used + friends
      from (select referrer_id, count(*)::integer as friends, sum(places)::integer as places from granted
        where counts group by referrer_id) as moves
      where e.id = referrer_id
      returning position, referrals, joined_position, referrals - friends as referrals_before,
        greatest(1, joined_position - credited_places + moves.places) as position_before,
        ${IS_RANKED} as is_ranked
    ), told as (${insertEventsOf('entry.moved', `select distinct referrer_id as subject, '{}'::jsonb as data from granted where counts and places > 0`)}
    )`

/** The part of the joining statement that leaves the credits to a job. */
export const laterCredits = (): string => `credit_job as (${insertJobsOf(`
      select 'credit-referrer', jsonb_build_object('bodies', jsonb_agg(jsonb_build_object('friend_id', id,
        'referrer_id', referrer_id, 'places', ${placesNow()}))), 0
      from fresh where referrer_id is not null having count(*) > 0`)}
    )`
