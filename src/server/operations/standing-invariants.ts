import type { Invariant } from '../db/invariant.ts'
import { ERASING_CHANNELS } from '#shared/owner/integrations.ts'
import { unsettledBy } from '../people/events/followers.ts'
import { sqlList } from '../db/query.ts'

const ERASING = sqlList(ERASING_CHANNELS)

/** All rows about a person that erasing deletes, each with that person's id. */
const FORGOTTEN = `
  select 'earlier answers' as kind, entry_id as owner from entry_revisions
  union all select 'submission', entry_id from referral_codes where submission_id is not null
  union all select 'request to join', person_id from join_requests
  union all select 'full name', entry_id from full_names
  union all select 'name on the leaderboard', entry_id from board_names
  union all select 'listing', entry_id from entry_listing
  union all select 'tag', entry_id from entry_tags
  union all select 'note', entry_id from entry_notes
  union all select 'another address', entry_id from email_changes
  union all select 'corrected address', entry_id from email_corrections
  union all select 'row of a file', entry_id from import_rows
  union all select 'key of an address', entry_id from email_keys
  union all select 'wish for no more mail', entry_id from mail_opt_outs
  union all select 'ended tokens', entry_id from token_generations where purpose <> 'place'
  union all select 'former address', entry_id from former_addresses
  union all select 'address that bounces', entry_id from mail_bounces
  union all select 'mails about friends', entry_id from referral_mails
  union all select 'delivery', subject from outbox where channel not in (${ERASING})
  union all select 'delivery about a friend', friend_id from outbox where friend_id is not null
  union all select 'address for a service that is done', r.entry_id from outside_remains r
    join outbox d on d.subject = r.entry_id and d.channel = r.channel and d.state in ('done', 'skipped')`

const OPEN = `state in ('waiting', 'sent')`

/** SQL: for each facet of each entry, the value that the newest act left. */
const DECIDED = `select distinct on (entry_id, facet) entry_id, facet, act_id, after
  from act_entries where state = 'changed' order by entry_id, facet, applied desc`

/**
 * The rules for what happened to entries, for decisions about them, of which a replay gives the stored state, for waves
 * and rewards, and for erased entries, which keep only their number, their codes and the credits; see README.md.
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
  {
    rule: 'The log has every event that was numbered, apart from those of people who left',
    unit: 'events',
    count: 'select count(*) from events',
    offenders: `select last_event, forgotten_events, events, newest
      from waitlist_counter, (select count(*) as events, coalesce(max(seq), 0) as newest from events) as log
      where last_event - forgotten_events <> events or newest > last_event
        or (select max(seq) from followers) > last_event`,
  },
  {
    rule: 'The log says once of everybody on the list that they joined, before anything else',
    unit: 'entries',
    count: 'select count(*) from waitlist_entries where erased_at is null',
    offenders: `select id, joined_position, joins from waitlist_entries left join (
        select entry_id, count(*) filter (where kind = 'joined') as joins,
          min(seq) filter (where kind = 'joined') = min(seq) as is_first
        from events group by entry_id) as log on entry_id = id
      where erased_at is null and (joins is distinct from 1 or not is_first)`,
  },
  {
    rule: 'The log names only entries, and says of people who left that they did, until their events are deleted',
    unit: 'events',
    count: 'select count(*) from events',
    offenders: `select seq, kind, entry_id from events v left join waitlist_entries e on e.id = entry_id
      where e.id is null or erased_at is not null
        and not exists (select from events l where l.entry_id = v.entry_id and l.kind = 'left')`,
  },
  {
    rule: 'No entry is set aside because its events could not be followed',
    unit: 'entries',
    count: 'select count(*) from waitlist_entries where erased_at is null',
    offenders: `select follower, entry_id, joined_position, error, since
      from events_set_aside left join waitlist_entries e on e.id = entry_id`,
  },
  {
    rule: 'An erased entry keeps no answers and no address',
    unit: 'erased entries',
    count: 'select count(*) from waitlist_entries where erased_at is not null',
    offenders: `select id from waitlist_entries
      where erased_at is not null and (num_nonnulls(email, used_referral_code, business_name, is_solo_provider,
          job_industry, other_problem, other_goal, price_range, further_answers, utm, elapsed_ms, recent_changes,
          confirmed_at, privacy_version, leaving_at, inviter_id, named_code, marks, mailbox, rule, submission_id,
          answered_position, seen_at, block) > 0
        or problems <> '{}' or goals <> '{}' or is_rejected or is_accepted or rejected_before or counts or is_unproven or language <> 'en'
          or friend_mails <> 'each')`,
  },
  {
    rule: 'No other row names an erased entry, except for its codes, its credits, its acts, its invitations, its receipt and the number of its addresses',
    unit: 'rows about people',
    count: `select count(*) from (${FORGOTTEN}) as forgotten`,
    offenders: `select kind, owner from (${FORGOTTEN}) as forgotten
      where exists (select from waitlist_entries where id = owner and erased_at is not null)`,
  },
  {
    rule: 'No answer of an endpoint about an erased person is kept',
    unit: 'answers of endpoints',
    count: 'select count(*) from outbox where endpoint_id is not null and error is not null',
    offenders: `select id, about from outbox where endpoint_id is not null and error is not null
      and exists (select from erasures where entry_id = about)`,
  },
  {
    rule: 'Nobody has two open invitations, and nobody accepts twice',
    unit: 'invitations',
    count: 'select count(*) from invitations',
    offenders: `select entry_id, count(*) filter (where ${OPEN})::int as open,
        count(*) filter (where state = 'accepted')::int as accepted
      from invitations group by entry_id
      having count(*) filter (where ${OPEN}) > 1 or count(*) filter (where state = 'accepted') > 1
        or (count(*) filter (where ${OPEN}) > 0 and count(*) filter (where state = 'accepted') > 0)`,
  },
  {
    rule: 'An entry is invited while an invitation of theirs is open, and admitted once they accept; otherwise it waits, and nobody who is rejected or erased has an open one',
    unit: 'entries',
    count: 'select count(*) from waitlist_entries',
    offenders: `select id, state, expected from (
        select e.id, e.state, case when e.erased_at is not null then 'waiting'
          when exists (select from invitations i where i.entry_id = e.id and i.state = 'accepted') then 'admitted'
          when exists (select from invitations i where i.entry_id = e.id and i.state in ('waiting', 'sent')) then 'invited'
          else 'waiting' end as expected
        from waitlist_entries e) as entries
      where state <> expected
      union all select entry_id, case when e.erased_at is null then 'rejected' else 'erased' end, invitations.state
        from invitations join waitlist_entries e on e.id = entry_id
        where (e.erased_at is not null or e.is_rejected) and invitations.state in ('waiting', 'sent')`,
  },
  {
    rule: 'An invitation has the times of its state, in their order',
    unit: 'invitations',
    count: 'select count(*) from invitations',
    offenders: `select id, state, sent_at, ends_at, accepted_at, closed_at from invitations
      where (state in ('sent', 'accepted') and sent_at is null) or (state = 'sent' and ends_at is null)
        or (state = 'waiting' and sent_at is not null) or (state = 'accepted') <> (accepted_at is not null)
        or (state in ('ended', 'called back', 'dropped')) <> (closed_at is not null)
        or (state = 'called back' and sent_at is not null) or redeemed_at < accepted_at
        or (is_vacant and state not in ('ended', 'dropped'))`,
  },
  {
    rule: 'Every invitation belongs to a wave, and no wave has more open or accepted ones than seats',
    unit: 'waves',
    count: 'select count(*) from waves',
    offenders: `select wave_id, seats, count(*) filter (where state in ('waiting', 'sent', 'accepted'))::int as held
      from invitations left join waves on waves.id = wave_id group by wave_id, seats
      having seats is null or count(*) filter (where state in ('waiting', 'sent', 'accepted')) > seats`,
  },
  {
    rule: 'Whoever has the friends of a milestone has earned it, and nobody else waits for it',
    unit: 'rewards',
    count: 'select count(*) from rewards',
    offenders: `select m.id, e.id as entry_id, m.friends, e.referrals, r.state
      from milestones m cross join waitlist_entries e left join rewards r on r.milestone_id = m.id and r.entry_id = e.id
      where m.ended_at is null and e.id not in (${unsettledBy('rewards')}) and case
        when e.erased_at is not null then r.state is not null
        when e.referrals >= m.friends then r.state is null or r.because = 'below'
        else r.state = 'earned' end`,
  },
  {
    rule: 'Whoever was handed out a reward with a code has one code, and nobody else has one',
    unit: 'codes',
    count: 'select count(*) from reward_codes',
    offenders: `select m.id, coalesce(r.entry_id, c.entry_id) as entry_id, r.state, c.code is not null as has_code
      from (select * from rewards where state = 'handed-out') as r
        full join (select * from reward_codes where entry_id is not null) as c
          on c.milestone_id = r.milestone_id and c.entry_id = r.entry_id
        join milestones m on m.id = coalesce(r.milestone_id, c.milestone_id) and m.does = 'code'
      where r.entry_id is null or c.code is null`,
  },
]

export const ANALYTICS_INVARIANTS: Invariant[] = [
  {
    rule: 'The counts of each day are the sums of its quarter hours',
    unit: 'sums',
    count: 'select count(*) from analytics_days',
    offenders: `select day, event, detail, d.count::int, folded from analytics_days as d full join (
        select (bucket at time zone 'UTC')::date as day, event, detail, sum(folded)::int as folded
        from analytics_counts group by 1, 2, 3) as quarters using (day, event, detail)
      where coalesce(d.count, 0) <> coalesce(folded, 0)`,
  },
]
