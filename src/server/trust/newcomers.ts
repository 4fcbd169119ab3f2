import { IS_RANKED } from '../places/launch-order.ts'
import { ruleNow } from '../places/referral-rule.ts'
import { STALE } from './credit.ts'
import { placesOf } from '../places/referral-rule.ts'
import type { Observed } from './observe.ts'

/** What decides whether a newcomer counts for their inviter, and what was observed. `at` is null if nothing was. */
export type NewStanding = Omit<Observed, 'at'> & {
  at: number | null
  /** Whether a program with an API key added them: they count only once they are proven or accepted. */
  is_by_key?: boolean | undefined
}

/** The columns of `NewStanding`, for `json_to_recordset`. */
export const STANDING_RECORD =
  'at bigint, block bigint, seen_marks text[], mailbox text, own_domain text, is_by_key boolean'

/** SQL: a newcomer's marks. Nobody wonders whether people opened the form who joined without a code. */
export const NEW_MARKS = `case when inviter_id is null then nullif(array_remove(seen_marks, 'no-page'), '{}') else seen_marks end`

/**
 * The parts of the joining statement that say whom newcomers count for. They read the query `fresh`, with an `id`, an
 * `inviter_id` that may be null, and `marks`. Newcomers are unproven and the last in order, so that `granted` need not
 * look at other friends. `isLater` leaves the decision to the follower (keep-rule.ts).
 */
export function granted({ isLater }: { isLater: boolean }): string {
  return `granted as materialized (
      select id, inviter_id, ordinality, ${isLater ? 'false' : 'stands and (most is null or is_by_key is not true and nth + used <= most)'} as counts,
        case when stands and inviter_id is not null then bonus else 0 end as places,
        case when inviter_id is not null then ${isLater ? STALE : 'number'} end as rule
      from (select *, row_number() over (partition by inviter_id, stands, is_by_key is true order by ordinality) as nth,
          (select unproven_friends from waitlist_entries e where e.id = fresh.inviter_id and most is not null) as used
        from (select *, marks is null and was_rejected is not true as stands from fresh) as fresh
          cross join (${ruleNow()}) as rule) as asked
    )`
}

/** The columns of a newcomer's entry, and their values. Reads `fresh join granted using (id, inviter_id)`. */
export const STANDING_COLUMNS = 'inviter_id, marks, mailbox, own_domain, is_by_key, counts, credited_places, rule'
export const STANDING_VALUES = `inviter_id, marks, mailbox, own_domain, is_by_key is true, coalesce(counts and inviter_id is not null, false), places, rule`

/** Adds the friends who count at once to their inviters. `moved` returns the columns that `bucketsOfMoved` needs. */
export function inviters(): string {
  return `moved as (
      update waitlist_entries f
      set referrals = f.referrals + new.friends, unproven_friends = f.unproven_friends + new.friends,
        credited_places = ${placesOf('(f.referrals + new.friends)')}, rule = coalesce(f.rule, rule.number)
      from (select inviter_id, count(*) filter (where counts)::integer as friends from granted
          where inviter_id is not null group by inviter_id) as new
        join waitlist_entries was on was.id = new.inviter_id, (${ruleNow()}) as rule
      where f.id = new.inviter_id and (new.friends > 0 or f.rule is null)
      returning f.position, f.referrals, f.joined_position, was.referrals as referrals_before, was.position as position_before,
        ${IS_RANKED.replaceAll(/\b(erased_at|state|is_rejected)\b/g, 'f.$1')} as is_ranked
    )`
}

/** Stores the traces of newcomers, by which Review finds what friends share. Reads `fresh`. */
export const TRACES = `traces as (
      insert into join_traces (position, entry_id, referrer_id, at, block)
      select joined_position, id, inviter_id, to_timestamp(at / 1000.0), block from fresh where at is not null
    )`
