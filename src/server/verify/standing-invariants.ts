import { MARK } from '#site/trust.ts'
import type { Invariant } from '../db/invariant.ts'
import { SUM_OF_POINTS } from '../trust/signals.ts'

const openHold = (entryId: string, causes: string) =>
  `exists (select from holds h where h.entry_id = ${entryId} and closed_at is null and cause in (${causes}))`

/** SQL: for each facet of each entry, the value that the newest act left. */
const DECIDED = `select distinct on (entry_id, facet) entry_id, facet, act_id, after
  from act_entries where state = 'changed' order by entry_id, facet, applied desc`

/**
 * The rules for decisions about entries, made by people, by rules or by acts: a replay of the decisions gives the
 * stored state.
 */
export const STANDING_INVARIANTS: Invariant[] = [
  {
    rule: 'A credit counts unless its friend is rejected, a hold is open, or it waits for a proof or another spelling; what an erased friend gave stays, or waits for a place',
    unit: 'credits',
    count: 'select count(*) from credits',
    offenders: `select friend_id, state, expected from (
        select friend_id, c.state, case
          when erased_at is not null then case when c.state = 'counted' or c.state = 'waiting' and c.is_spent then 'counted' else 'rejected' end
          when is_rejected then 'rejected'
          when ${openHold('friend_id', `'signals', 'owner'`)} then 'held'
          else 'counted' end as expected
        from credits c join waitlist_entries on id = friend_id) as credits
      where case when state in ('waiting', 'repeated') then 'counted' else state end <> expected`,
  },
  {
    rule: 'An entry is doubtful while signals or the owner hold its credit',
    unit: 'entries',
    count: 'select count(*) from waitlist_entries',
    offenders: `select id, is_doubtful, is_rejected, erased_at from waitlist_entries
      where is_doubtful <> ${openHold('id', `'signals', 'owner'`)}
        or (erased_at is not null and (is_rejected or exists (select from holds where entry_id = id)))`,
  },
  {
    rule: 'Rejections and holds are those that the newest act on each entry left, or an erasure before it joined',
    unit: 'decisions',
    count: `select count(*) from act_entries where facet = 'review' and state = 'changed'`,
    offenders: `select id, act_id, after, is_rejected from waitlist_entries
      left join (${DECIDED}) as decided on entry_id = id and facet = 'review'
      where erased_at is null and (is_rejected <> coalesce((after ->> 'rejected')::boolean, rejected_before)
        or is_accepted <> coalesce((after ->> 'accepted')::boolean, is_accepted)
        or ${openHold('id', `'owner'`)} <> coalesce((after ->> 'owner')::boolean, false)
        -- The rules may have opened and closed holds for signals since.
        or exists (select from holds h where h.entry_id = id and cause = 'signals' and closed_at is null
          and opened_by is not null and not coalesce((after ->> 'signals')::boolean, false))
        or (coalesce((after ->> 'signals')::boolean, false) and not ${openHold('id', `'signals'`)}
          and not exists (select from holds h where h.entry_id = id and cause = 'signals' and closed_by is null)))`,
  },
  {
    rule: 'The rules hold exactly the entries whose signals suffice, unless the owner accepted them',
    unit: 'entries with signals',
    count: 'select count(distinct entry_id) from entry_signals',
    offenders: `with sums as materialized (
        select entry_id, ${SUM_OF_POINTS} as points from (
          select distinct on (entry_id, signal) * from entry_signals order by entry_id, signal, at desc) as newest
        group by entry_id),
      held as (select entry_id, bool_or(closed_at is null) as is_open,
          bool_or(closed_at is null and opened_by is null) as is_open_by_rules,
          bool_or(closed_by is not null) and not bool_or(closed_at is null) as is_accepted
        from holds where cause = 'signals' group by entry_id)
      select entry_id, coalesce(points, 0) as points, is_open, is_open_by_rules, held.is_accepted
      from sums full join held using (entry_id) join waitlist_entries e on e.id = entry_id
      where case when coalesce(points, 0) >= ${MARK} then not (coalesce(is_open, false) or coalesce(held.is_accepted, false) or e.is_accepted)
        else coalesce(is_open_by_rules, false) end`,
  },
  {
    rule: 'Every hold that an act opened or closed belongs to an act that changed the entry',
    unit: 'holds',
    count: 'select count(*) from holds',
    offenders: `select entry_id, cause, by_act from holds, unnest(array[opened_by, closed_by]) as by_act
      where by_act is not null and not exists (select from act_entries a
        where a.act_id = by_act and a.entry_id = holds.entry_id and a.facet = 'review' and a.state = 'changed')`,
  },
  {
    rule: 'The referral rule is the newest that is in force, and what it changed belongs to its act',
    unit: 'rules and changes',
    count: 'select (select count(*) from referral_rules) + (select count(*) from credit_changes) as count',
    offenders: `select 'rule' as kind, act_id, places, newest.most_places, places_per_friend from waitlist_counter
      left join (select * from referral_rules where is_in_force order by act_id desc limit 1) as newest on true
      where (places_per_friend, waitlist_counter.most_places) is distinct from (places, newest.most_places)
      union all select 'change', act_id, places, null, null from credit_changes c
      where not exists (select from act_entries a where a.act_id = c.act_id and a.entry_id = c.referrer_id
        and a.facet = 'referral-rule' and a.state = 'changed')`,
  },
  {
    rule: 'Each credit has the places of the newest rule in force that found it, or those of before any rule that is undone',
    unit: 'credits',
    count: 'select (select count(*) from credits) + (select count(*) from imported_credits) as count',
    // A cap may leave a credit fewer places. The check skips entries that an act has not reached, even if the act was
    // stopped, and entries that rules of an earlier version changed: the undo of such a rule could leave the places of
    // another undone rule.
    offenders: `with reached as (
        select distinct on (entry_id) entry_id, r.* from referral_rules r join act_entries a using (act_id)
        where is_in_force and state in ('changed', 'unchanged') order by entry_id, act_id desc),
      originals as (select distinct on (referrer_id, credit, is_imported) referrer_id, credit, is_imported, places
        from credit_changes order by referrer_id, credit, is_imported, act_id),
      ledger as (
        select c.referrer_id, c.friend_id as credit, false as is_imported, c.places, r.places as wanted
        from credits c join waitlist_entries f on f.id = c.friend_id left join reached r on r.entry_id = c.referrer_id
          and coalesce(f.joined_position <= r.last_position, f.id < r.act_id)
        union all
        select i.entry_id, i.entry_id, true, i.places, case when moves then friends * r.places::bigint else r.places * 0 end
        from imported_credits i left join reached r on r.entry_id = i.entry_id and i.act_id < r.act_id)
      select l.referrer_id, l.credit, l.places, coalesce(l.wanted, o.places) as expected
      from ledger l left join originals o using (referrer_id, credit, is_imported)
      where (l.places > coalesce(l.wanted, o.places) or (l.places < coalesce(l.wanted, o.places)
          and not exists (select from referral_rules where most_places is not null)))
        and not exists (select from referral_rules r join act_entries a using (act_id)
          where entry_id = l.referrer_id and r.last_position is null)
        and not exists (select from acts join act_entries a on act_id = id
          where entry_id = l.referrer_id and kind = 'referral-rule' and a.state = 'waiting')`,
  },
  {
    rule: 'The tags and notes are those that the newest act on each of them left',
    unit: 'tags and notes',
    count: 'select (select count(*) from entry_tags) + (select count(*) from entry_notes where is_shown) as count',
    offenders: `with labels as (
        select entry_id, 'tag:' || tag as facet from entry_tags
        union all select entry_id, 'note:' || act_id from entry_notes where is_shown),
      decided as (select entry_id, facet from (${DECIDED}) as decided
        join waitlist_entries on id = entry_id and erased_at is null where facet <> 'review' and after = 'true')
      (select 'stored' as which, * from labels except all select 'stored', * from decided)
      union all (select 'decided', * from decided except all select 'decided', * from labels)
      union all select 'erased', entry_id, act_id::text from entry_notes join waitlist_entries on id = entry_id
        where erased_at is not null`,
  },
  {
    rule: 'The counts of each act equal a recount, and nothing waits once it is done',
    unit: 'acts',
    count: 'select count(*) from acts',
    offenders: `select id, a.state, total, changed, unchanged, skipped, taken_back, recount.*
      from acts a left join (
        select act_id, count(*) as entries, count(*) filter (where state = 'changed') as now_changed,
          count(*) filter (where state = 'unchanged') as now_unchanged,
          count(*) filter (where state = 'skipped') as now_skipped, count(*) filter (where state = 'waiting') as waiting,
          count(*) filter (where is_taken_back) as now_taken_back
        from act_entries group by act_id) as recount on act_id = id
      where (total, changed, unchanged, skipped, taken_back) is distinct from (coalesce(entries, 0),
          coalesce(now_changed, 0), coalesce(now_unchanged, 0), coalesce(now_skipped, 0), coalesce(now_taken_back, 0))
        or (a.state = 'done' and waiting > 0)`,
  },
]
