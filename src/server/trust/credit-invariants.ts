import type { Invariant } from '../db/invariant.ts'
import { FROM_COUNTER } from '../events/counter-row.ts'
import { placesOf, ruleNow } from '../places/referral-rule.ts'
import { countedFriends } from './credit.ts'

/** Entries that wait to be counted again are left out: after a change of the rule, the follower takes them in parts. */
const IS_LEVEL = `f.erased_at is null and coalesce(f.rule, (select rule ${FROM_COUNTER})) = (select rule ${FROM_COUNTER})`

export const creditInvariants = (): Invariant[] => [
  {
    rule: 'A friend counts exactly if the rule says so',
    unit: 'friends',
    count: 'select count(*) from waitlist_entries where inviter_id is not null',
    offenders: `select facts.id, facts.inviter_id, counted, facts.counts as expected
      from (${countedFriends('f.inviter_id is not null')}) as facts join waitlist_entries f on f.id = facts.inviter_id
      where counted <> facts.counts and ${IS_LEVEL}`,
  },
  {
    rule: 'Friends and positions are those of the rule',
    unit: 'entries',
    count: 'select count(*) from waitlist_entries where erased_at is null',
    offenders: `with facts as (${countedFriends('f.inviter_id is not null')}), sums as (
        select inviter_id as id, count(*) filter (where counts) as friends, count(*) filter (where counts and not is_sure) as unproven
        from facts group by inviter_id)
      select f.id, f.referrals, coalesce(friends, 0) + f.imported_friends as friends, f.unproven_friends, coalesce(unproven, 0) as unproven,
        f.credited_places, ${placesOf('f.referrals')} as places
      from waitlist_entries f left join sums using (id) cross join (${ruleNow()}) as rule
      where ${IS_LEVEL} and ((f.referrals, f.unproven_friends) <> (coalesce(friends, 0) + f.imported_friends, coalesce(unproven, 0))
        or f.credited_places <> ${placesOf('f.referrals')})`,
  },
  {
    rule: 'Nobody is their own inviter, and whoever has an inviter or friends stands under a rule',
    unit: 'entries',
    count: 'select count(*) from waitlist_entries where erased_at is null',
    offenders: `select id, inviter_id, referrals, rule from waitlist_entries
      where erased_at is null and (inviter_id = id or (rule is null and (inviter_id is not null or referrals > 0)))`,
  },
  {
    rule: 'Imported friends are those that imports left',
    unit: 'entries',
    count: 'select count(*) from imported_friends',
    offenders: `select e.id, e.imported_friends, coalesce(i.friends, 0) as friends from waitlist_entries e
      left join (select entry_id, sum(friends) as friends, coalesce(sum(friends) filter (where not moves), 0) as resting
        from imported_friends group by entry_id) as i on i.entry_id = e.id
      where erased_at is null and (imported_friends, resting_friends) <> (coalesce(i.friends, 0), coalesce(i.resting, 0))`,
  },
]
