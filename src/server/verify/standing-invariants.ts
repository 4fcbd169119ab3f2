import type { Invariant } from '../db/invariant.ts'

/** SQL: for each facet of each entry, the value that the newest act left. */
const DECIDED = `select distinct on (entry_id, facet) entry_id, facet, act_id, after
  from act_entries where state = 'changed' order by entry_id, facet, applied desc`

/**
 * The rules for decisions about entries, made by people, by rules or by acts: a replay of the decisions gives the
 * stored state.
 */
export const STANDING_INVARIANTS: Invariant[] = [
  {
    rule: 'Rejections and acceptances are those that the newest act on each entry left, or an erasure before it joined',
    unit: 'decisions',
    count: `select count(*) from act_entries where facet = 'review' and state = 'changed'`,
    offenders: `select id, act_id, after, is_rejected, is_accepted from waitlist_entries
      left join (${DECIDED}) as decided on entry_id = id and facet = 'review'
      where erased_at is null and (is_rejected <> coalesce((after ->> 'rejected')::boolean, rejected_before)
        or is_accepted <> coalesce((after ->> 'accepted')::boolean, is_accepted))`,
  },
  {
    rule: 'The tags and notes are those that the newest act on each of them left, and the tags that came with an import or a reward',
    unit: 'tags and notes',
    count: 'select (select count(*) from entry_tags) + (select count(*) from entry_notes where is_shown) as count',
    offenders: `with labels as (
        select entry_id, 'tag:' || tag as facet from entry_tags where imported_by is null
        union all select entry_id, 'note:' || act_id from entry_notes where is_shown),
      decided as (select entry_id, facet from (${DECIDED}) as decided
        join waitlist_entries on id = entry_id and erased_at is null where facet ~ '^(tag|note):' and after = 'true')
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
