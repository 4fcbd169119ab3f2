-- A credit is a rule: an entry keeps its inviter, its marks and its proof, and one definition says whether it counts.
-- See docs/trust.md and src/server/trust/credit.ts.

alter table waitlist_counter drop column ceiling_reached;
-- The rule of the list is the rule number `rule`: entries with another number are counted again.
alter table waitlist_counter add column rule integer not null default 1,
  add column bonus integer not null default 0, -- places for a newcomer by a link
  add column first_places integer; -- what the site's own rule gave when entries were last counted

alter table waitlist_entries rename column ceiling_used to unproven_friends; -- who count by one of the places for unproven ones
alter table waitlist_entries
  add column inviter_id uuid,
  add column marks text[], -- what this join itself shows: see src/site/trust.ts; null for nothing
  add column counts boolean not null default false, -- for the inviter
  add column mailbox text, -- of an address that is one of many ways to write it
  add column rule integer, -- that the entry stands under; null without inviter and friends, 0 to be counted again
  add column imported_friends integer not null default 0, -- that no entry stands for, and are in `referrals`
  add column resting_friends integer not null default 0; -- of these, those who bring no places

-- How many friends a person has beside those on the list: an import counted them, or they left before version 1.1.
create table imported_friends (
  entry_id uuid not null,
  act_id uuid, -- the import; null for friends who left
  friends integer not null check (friends > 0),
  moves boolean not null, -- whether they bring places
  unique nulls not distinct (entry_id, act_id)
);

-- A credit that failed while its friend joined.
insert into credits (friend_id, referrer_id, places, state)
select subject, (data ->> 'referrer_id')::uuid, 0, 'waiting' from outbox
where channel = 'credit-referrer' and state in ('waiting', 'kept', 'given up') and subject <> (data ->> 'referrer_id')::uuid
  and exists (select from waitlist_entries where id = subject)
on conflict do nothing;
delete from outbox where channel = 'credit-referrer';

insert into imported_friends (entry_id, act_id, friends, moves)
select entry_id, act_id, friends, moves from imported_credits
union all
select c.referrer_id, null, count(*)::integer, true
from credits c join waitlist_entries f on f.id = c.friend_id join waitlist_entries r on r.id = c.referrer_id
where c.state = 'counted' and f.erased_at is not null and r.erased_at is null group by c.referrer_id;

with held as (
  select h.entry_id, case when h.cause = 'owner' then 'held' else coalesce(s.signal, 'held') end as mark
  from holds h left join lateral (
    select case signal when 'held-by-rule' then 'held' else signal end as signal from (
      select distinct on (signal) signal, points from entry_signals where entry_id = h.entry_id order by signal, at desc) as newest
    where points > 0 and signal in ('trap', 'disposable-domain', 'no-mail-domain', 'too-fast', 'no-page', 'held-by-rule')) as s
    on h.cause = 'signals'
  where h.closed_at is null
), marked as (select entry_id, array_agg(distinct mark order by mark) as marks from held group by entry_id)
update waitlist_entries e set marks = m.marks from marked m where e.id = m.entry_id;

update waitlist_entries e set inviter_id = c.referrer_id, counts = c.state = 'counted', rule = 0
from credits c where c.friend_id = e.id and e.erased_at is null;
update waitlist_entries e set rule = 0 from credits c where c.referrer_id = e.id and e.erased_at is null and rule is null;
update waitlist_entries e set mailbox = m.mailbox from mailboxes m where m.entry_id = e.id and e.erased_at is null;
update waitlist_entries e set imported_friends = i.friends, resting_friends = i.resting, rule = 0
from (select entry_id, sum(friends)::integer as friends, coalesce(sum(friends) filter (where not moves), 0)::integer as resting
  from imported_friends group by entry_id) as i
where e.id = i.entry_id;

alter table waitlist_entries drop column is_doubtful;
-- A mark is open.
alter table waitlist_entries add column is_doubtful boolean not null
  generated always as (marks is not null and not is_accepted) stored;

create index waitlist_entries_doubtful on waitlist_entries (id) where is_doubtful;
-- The friends of one inviter, newest first or in a range of days, and all friends who joined in a range of days.
create index waitlist_entries_inviter on waitlist_entries (inviter_id, created_at, id) include (counts) where inviter_id is not null;
create index waitlist_entries_counting on waitlist_entries (created_at, inviter_id) where counts;
create index waitlist_entries_not_counting on waitlist_entries (inviter_id, joined_position) where inviter_id is not null and not counts;
create index waitlist_entries_rule on waitlist_entries (rule, joined_position) where rule is not null;

drop table credits, holds, credit_changes, referral_rules, imported_credits, mailboxes, entry_signals;

-- The owner trusts or refuses domains. Networks change hands too often.
delete from trust_rules where subject <> 'domain';
alter table trust_rules drop constraint trust_rules_verdict_check, drop column subject, drop column is_judged, add primary key (value);
update trust_rules set verdict = 'refuse' where verdict = 'hold';
alter table trust_rules add constraint trust_rules_verdict_check check (verdict in ('trust', 'refuse'));

-- The rule holds for everybody, so an act that sets it names nobody.
delete from act_entries a using acts where acts.id = a.act_id and acts.kind = 'referral-rule';
update acts set total = 0, changed = 0, unchanged = 0, skipped = 0, taken_back = 0, state = 'done',
  finished_at = coalesce(finished_at, now()) where kind = 'referral-rule';

-- Also the kinds of migration 140, which a list may have already.
alter table events drop constraint events_kind_check, add constraint events_kind_check check (kind in (
  'joined', 'rejoined', 'confirmed', 'corrected', 'changed', 'readdressed', 'counted', 'uncounted', 'moved', 'marked',
  'unmarked', 'accepted', 'rejected', 'reviewed', 'tagged', 'untagged', 'noted', 'unnoted', 'invited', 'invitation-sent',
  'invitation-ended', 'admitted', 'left')) not valid;

-- Acts of Review name whose friends they chose.
update acts set selection = selection - 'group' - 'line' || jsonb_build_object('friends',
  case when selection ->> 'group' ~ '^[0-9a-f-]{36}$' then jsonb_build_object('inviter', selection ->> 'group') else '{}' end)
where selection ? 'group';
update acts set params = jsonb_set(params, '{rule,verdict}', '"refuse"')
where kind = 'trust-rule' and params #>> '{rule,verdict}' = 'hold';

update join_requests set request = request || jsonb_build_object('seen', jsonb_build_object('at', request #> '{seen,at}',
  'block', request #> '{seen,block}', 'marks', (
    select jsonb_agg(s ->> 'signal') from jsonb_array_elements(case jsonb_typeof(request #> '{seen,signals}') when 'array'
      then request #> '{seen,signals}' else '[]' end) as s
    where s ->> 'signal' in ('trap', 'disposable-domain', 'no-mail-domain', 'too-fast', 'no-page'))))
where request ? 'seen';
