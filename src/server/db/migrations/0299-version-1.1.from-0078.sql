-- Brings a list of version 1.0 to 1.1, in one transaction. No server of 1.0 can use it afterwards.

alter table invitations add column resent_at timestamptz, add column resends smallint not null default 0;
alter table entry_tags add column imported_by uuid;

-- A film is an address. An embedded film keeps its own; one that an owner has uploaded is gone, and its page shows none:
-- the drawn film would show the name of another product.
update site_versions set document = jsonb_set(
  document::jsonb #- '{landing,film,file}' #- '{landing,film,embed}', '{landing,film,address}',
  coalesce(
    nullif(document::jsonb #> '{landing,film,embed}', 'null'),
    case document #>> '{landing,film,file}' when '/film/film.mp4' then '"/film/film.mp4"'::jsonb else '""'::jsonb end
  )
) where document #> '{landing,film,file}' is not null;

-- A draft may hold text that no jsonb can, such as a NUL. It is mended when it is saved next.
update site_draft set document = jsonb_set(
  document::jsonb #- '{landing,film,file}' #- '{landing,film,embed}', '{landing,film,address}',
  coalesce(
    nullif(document::jsonb #> '{landing,film,embed}', 'null'),
    case document #>> '{landing,film,file}' when '/film/film.mp4' then '"/film/film.mp4"'::jsonb else '""'::jsonb end
  )
) where case when document::text !~ '\\u(0000|[dD][89a-fA-F])' then document #> '{landing,film,file}' is not null end;

drop table site_films;

-- Each save names its revision, so that it can be sent again after a lost answer.
alter table site_draft alter column revision type uuid using gen_random_uuid();

-- At most one row: the link that shows the draft to people without an account.
create table site_preview_link (
  id integer primary key check (id = 1),
  token_hash bytea not null,
  ends_at timestamptz not null
);

-- Signing in needs no proofs of work and recognises no browsers any more, so their keys go.
delete from settings where key in ('sign_in_challenge_key', 'cookie_secret');
-- The server does not ask for newer versions any more.
delete from dashboard_settings where name = 'CHECK_FOR_UPDATES';
delete from setting_changes where name = 'CHECK_FOR_UPDATES';
delete from settings where key = 'newest_version';

drop table waiting_answers;
drop table if exists site_servers;
alter table site_versions drop column live_at;

-- What happened to each entry, in one order: see docs/decisions/0140-one-log-of-entries.md.

create table events (
  seq bigint primary key, -- given out under the counter's lock, without gaps
  entry_id uuid not null,
  kind text not null check (kind in ('joined', 'rejoined', 'confirmed', 'corrected', 'changed', 'readdressed', 'counted', 'uncounted',
    'moved', 'marked', 'unmarked', 'accepted', 'rejected', 'reviewed', 'tagged', 'untagged', 'noted', 'unnoted', 'invited',
    'invitation-sent', 'invitation-ended', 'admitted', 'left')),
  at timestamptz not null default now(),
  act_id uuid, -- the act that did it
  data jsonb -- ids and numbers only
);

-- How far each follower of the log has come. A server that follows the log under a name holds the row's lock.
create table followers (
  name text primary key,
  seq bigint not null -- the last one that was read
);

-- Events that a follower could not follow. They are tried again; events of other entries do not wait for them.
create table events_set_aside (
  follower text not null,
  seq bigint not null,
  entry_id uuid not null,
  error text not null, -- without any value
  since timestamptz not null default now(),
  primary key (follower, seq)
);
create index events_set_aside_entry on events_set_aside (entry_id);

insert into events (seq, entry_id, kind, at)
select joined_position, id, 'joined', created_at from waitlist_entries where erased_at is null;

-- The listing reads everything again: searches of version 1.0 knew no names.
insert into followers (name, seq) values ('listing', 0);

alter table waitlist_counter drop column logged;
-- How many events of people who left were deleted.
alter table waitlist_counter add column forgotten_events bigint not null default 0;
update waitlist_counter set last_event = last_position, forgotten_events = last_position - (select count(*) from events);

create index events_entry on events (entry_id, seq);
create index events_left on events (seq) where kind = 'left';

drop table log_set_aside, log_readers, entry_log;

-- What has to leave or to be done later: see src/server/outbox/README.md. A delivery of 1.0 had a row in `deliveries` and
-- a job of pg-boss; both become one row here.

create table outbox (
  id bigint generated always as identity primary key,
  channel text not null,
  subject uuid not null, -- an entry, a request to join, a message, an act or a sync
  friend_id uuid, -- whom a mail to their inviter is about
  data jsonb, -- ids and numbers that the channel needs beside its subject
  -- kept: the service was not set up when it was due · skipped: nothing had to be sent · dismissed: given up, and the
  -- owner has seen it
  state text not null default 'waiting' check (state in ('waiting', 'kept', 'done', 'skipped', 'given up', 'dismissed')),
  due_at timestamptz not null default now(), -- of a waiting row: not before then
  attempts smallint not null default 0, -- that failed since it was last asked for
  claimed_until timestamptz, -- until then somebody is at it
  claimed_by uuid, -- one attempt: only the attempt that holds the claim may renew it or record how it ended
  is_asked_again boolean not null default false, -- it was asked for while somebody was at it
  error text, -- why the last attempt failed, or why nothing had to be sent
  remote_id text, -- the id of the page or subscription at the service, or the Message-ID
  content_hash text, -- of what the service has, after the place that has it
  delivered_at timestamptz, -- when it was last done
  earlier timestamptz[], -- when this mail went out before, newest first, at most twenty times; null for services
  asked timestamptz[], -- when the person asked for it at their own place, within the day before the latest
  asked_by_joiner timestamptz[], -- the same with the token from joining: its holder may have typed another's address
  changed_at timestamptz not null default now(),
  endpoint_id uuid references webhook_endpoints on delete cascade, -- who is told of an event
  event_id uuid, -- the same for all endpoints and attempts
  about uuid, -- whom or what the event is about
  unique nulls not distinct (subject, channel, friend_id),
  check ((endpoint_id is null) = (channel <> 'tell-endpoint')),
  check ((endpoint_id is null) = (event_id is null))
);

insert into outbox (channel, subject, friend_id, state, due_at, error, remote_id, content_hash, delivered_at, claimed_by,
  earlier, asked, asked_by_joiner, changed_at)
select channel, entry_id, friend_id,
  case when state in ('queued', 'sending', 'waiting', 'retrying') then 'waiting' when state = 'not set up' then 'kept'
    when state = 'failed' then 'given up' else state end,
  changed_at, case when state in ('queued', 'sending', 'not set up') then null else error end,
  remote_id, content_hash, delivered_at, claimed_by, earlier, asked, asked_by_joiner, changed_at
from deliveries order by changed_at;

drop table deliveries;

-- A catch-up and a retry of all are under way: rows that have not changed since then wait again, part by part.
alter table outside_services add column catch_up_until timestamptz, add column retry_until timestamptz;

do $$
begin
  if to_regclass('pgboss.job') is null then return; end if;

  create temp table jobs on commit drop as
    select name, body, retry_count, start_after
    from pgboss.job cross join jsonb_array_elements(data -> 'bodies') as body
    where state::text in ('created', 'retry', 'active') and jsonb_typeof(data -> 'bodies') = 'array';

  -- A job of a channel that has its delivery says when it is due.
  update outbox o set due_at = j.start_after, attempts = j.retry_count
  from jobs j
  where o.channel = j.name and o.subject = coalesce(j.body ->> 'entry_id', j.body ->> 'message_id')::uuid
    and o.friend_id is not distinct from (j.body ->> 'friend_id')::uuid;

  -- What joins left, and what follows from decisions of the owner.
  insert into outbox (channel, subject, friend_id, state)
  select distinct channel, subject, friend_id, 'waiting' from (
    select unnest(array['send-waitlist-email', 'add-to-notion', 'sync-to-beehiiv']) as channel,
      (one ->> 'entry_id')::uuid as subject, null::uuid as friend_id
    from jobs, jsonb_array_elements(body -> 'joined') as one where name = 'fan-out'
    union all
    select 'send-confirmation', (one ->> 'entry_id')::uuid, null
    from jobs, jsonb_array_elements(coalesce(body -> 'asked', '[]')) as one where name = 'fan-out'
    union all
    select 'send-referral-notification', (one ->> 'entry_id')::uuid, (one ->> 'friend_id')::uuid
    from jobs, jsonb_array_elements(body -> 'credited') as one where name in ('fan-out', 'follow-reviews')
    union all
    select c.channel, e.id, null
    from jobs, jsonb_array_elements_text(body -> 'entry_ids') as one join waitlist_entries e on e.id = one::uuid,
      unnest(array['send-waitlist-email', 'add-to-notion', 'sync-to-beehiiv']) as c (channel)
    where name = 'follow-reviews' and case when e.is_rejected
      then c.channel = 'sync-to-beehiiv' and exists (
        select from outbox k where k.subject = e.id and k.channel = 'sync-to-beehiiv')
      else c.channel <> 'send-waitlist-email' or not exists (
        select from outbox k where k.subject = e.id and k.channel = c.channel and k.delivered_at is not null) end
  ) as left_over
  where channel <> 'send-referral-notification' or not exists (
    select from outbox k where k.subject = left_over.subject and k.channel = left_over.channel
      and k.friend_id = left_over.friend_id and k.delivered_at is not null)
  on conflict (subject, channel, friend_id) do update set state = 'waiting', due_at = now();

  insert into outbox (channel, subject, data, state, due_at, attempts)
  select name, coalesce(body ->> 'act_id', body ->> 'run_id', body ->> 'entry_id', body ->> 'friend_id',
      '00000000-0000-0000-0000-000000000000')::uuid,
    case when name = 'credit-referrer' then body - 'friend_id' end, 'waiting', start_after, retry_count
  from jobs where name in ('run-act', 'run-sync', 'leave', 'change-email', 'credit-referrer', 'forget-statistics')
  on conflict (subject, channel, friend_id) do nothing;

  update outside_services s
  set catch_up_until = (select max((body ->> 'until')::timestamptz) from jobs
      where name = 'requeue' and body ->> 'state' = 'not set up' and body ->> 'channel' like any(s_channels)),
    retry_until = (select max((body ->> 'until')::timestamptz) from jobs
      where name = 'requeue' and body ->> 'state' = 'failed' and body ->> 'channel' like any(s_channels))
  from (values ('mail', array['send-%']), ('notion', array['%-notion']), ('beehiiv', array['%-beehiiv'])) as c (name, s_channels)
  where s.service = c.name;

  -- Other programs may use the queue, too.
  create temp table ours on commit drop as select unnest(array['undelivered', 'fan-out', 'send-waitlist-email', 'send-referral-notification',
    'send-place-link', 'send-confirmation', 'send-reminder', 'send-address-confirmation', 'send-invitation',
    'send-invitation-reminder', 'send-contact-message', 'add-to-notion', 'sync-to-beehiiv', 'erase-from-notion',
    'erase-from-beehiiv', 'requeue', 'run-sync', 'run-act', 'leave', 'change-email', 'forget-statistics',
    'follow-reviews', 'credit-referrer']) as name;
  delete from pgboss.job where name in (select name from ours);
  delete from pgboss.queue where name in (select name from ours);
  if not exists (select from pgboss.queue where name not like '\_\_pgboss%') then drop schema pgboss cascade; end if;
end $$;

create index outbox_due on outbox (channel, due_at, id) where state = 'waiting';
create index outbox_state on outbox (channel, state, changed_at desc, subject);
create index outbox_failing on outbox (channel, changed_at desc, subject) where state = 'waiting' and error is not null;
-- Finds the times at which people asked for links, to forget them after a day.
create index outbox_asked on outbox (subject) where asked is not null or asked_by_joiner is not null;

-- What happened before is in the outbox already.
insert into followers (name, seq) select 'outbox', last_event from waitlist_counter;

-- A credit is a rule: an entry keeps its inviter, its marks and its proof, and one definition says whether it counts.
-- See docs/trust.md and src/server/trust/credit.ts.

alter table waitlist_counter drop column ceiling_reached, drop column rank_mark;
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

-- Events for the endpoints of other programs are rows of the outbox, one for each event and endpoint: they follow the log.

-- An endpoint gets the events of the log with a higher number. What happened before is converted below.
alter table webhook_endpoints add column after_event bigint not null default 0;
update webhook_endpoints set after_event = (select last_event from waitlist_counter);
alter table webhook_endpoints alter column after_event drop default;

create temp table told on commit drop as
  select d.endpoint_id, d.event_id, d.subject as about, d.id as delivery, d.seq, d.is_redelivery,
    case d.state when 'failed' then 'given up' else d.state end as state, d.attempts, d.due_at, d.answer,
    coalesce(d.tried_at, d.created_at) as changed_at,
    jsonb_build_object('type', e.type, 'at', e.at, 'data', e.data)
      || case when d.is_redelivery then jsonb_build_object('again', d.created_at) else '{}' end
      || case when d.attempts > 0 then jsonb_build_object('status', d.status, 'fields', coalesce(d.fields, '{}')) else '{}' end as data
  from webhook_deliveries d join webhook_events e on e.id = d.event_id join webhook_endpoints p on p.id = d.endpoint_id;

-- Joins and other events that no endpoint was told of yet; joins come first.
create temp table untold on commit drop as
  select row_number() over (order by nth, second) as nth, gen_random_uuid() as event_id, type, about, data, at, position
  from (
    select 1 as nth, joined_position::bigint as second, 'entry.joined' as type, w.id as about, '{}'::jsonb as data,
      created_at as at, joined_position as position
    from waitlist_entries w where joined_position > (select joined from webhook_progress)
      and not is_seeded and imported_by is null and erased_at is null
    union all
    select 2, o.id * 1000 + place, o.type, about, o.data, o.at, null
    from webhook_outbox o, unnest(subjects) with ordinality as s (about, place)) as happened;

insert into outbox (channel, subject, endpoint_id, event_id, about, state, attempts, due_at, error, changed_at, data)
select 'tell-endpoint', delivery, endpoint_id, event_id, about, state, attempts, due_at, answer, changed_at, data
from told order by delivery;

insert into outbox (channel, subject, endpoint_id, event_id, about, data)
select 'tell-endpoint', gen_random_uuid(), e.id, event_id, about, jsonb_build_object('type', type, 'at', at, 'data', data)
from untold join webhook_endpoints e on off_because is null and type = any(events) and (position is null or position > joined_after)
order by nth, e.id;

alter table webhook_endpoints drop column joined_after;
drop table webhook_outbox, webhook_deliveries, webhook_events, webhook_progress;

create index outbox_endpoint on outbox (endpoint_id, id) where endpoint_id is not null;
create index outbox_endpoint_due on outbox (endpoint_id, due_at, id) where state = 'waiting' and endpoint_id is not null;
create index outbox_about on outbox (about, endpoint_id, id) where about is not null;

-- Recurring work of all servers together: see src/server/db/tasks.ts.
create table tasks (
  name text primary key,
  failure text not null, -- what to say when it fails
  next_at timestamptz not null default now(),
  leased_until timestamptz, -- until then a server is at it
  leased_by uuid,
  done_at timestamptz, -- when it last succeeded
  failures integer not null default 0, -- since then
  error text -- why it failed last
);

-- Mails of the owner to everybody whom a filter finds: see src/server/waves/updates/README.md.

create table updates (
  id uuid primary key, -- the act that sends it has the same id
  subject text not null,
  body text not null,
  button_label text not null,
  button_link text not null,
  filters jsonb not null,
  follows_links boolean not null, -- whether its links lead through our own address
  version integer not null default 1,
  state text not null default 'draft' check (state in ('draft', 'sending', 'resting')),
  rests_because text check (rests_because in ('owner', 'bounces', 'complaints', 'restored')),
  is_unguarded boolean not null default false, -- the owner went on after bounces or complaints
  sends_at timestamptz,
  begun_at timestamptz,
  changed_at timestamptz not null default now(),
  is_told boolean not null default false, -- webhooks were told that nobody is left
  erased jsonb not null default '{}', -- the figures of readers who were erased
  check ((state = 'resting') = (rests_because is not null))
);

-- Who pressed a link of an update.
create table update_presses (
  update_id uuid not null references updates on delete cascade,
  entry_id uuid not null references waitlist_entries on delete cascade,
  at timestamptz not null default now(),
  primary key (update_id, entry_id)
);

-- They get only mails about their own place.
alter table waitlist_entries add column updates_off_at timestamptz;

create index outbox_update on outbox (friend_id, state) where channel = 'send-update';

-- Friends whom several inviters claim, and the domains at which ten count. See docs/trust.md.
alter table waitlist_entries
  add column rivals text[], -- codes of other inviters, from forms that came while nobody had proven the entry
  add column own_domain text; -- that somebody registered, if it is not the last two labels of the address: 'salon.co.uk'
create index waitlist_entries_contested on waitlist_entries (inviter_id) where rivals is not null;

-- What a join knows of itself is in its entry: see docs/decisions/0041-one-joining-rule.md.

alter table waitlist_entries
  add column submission_id text, -- of the join: the same again is a retry
  add column answered_position integer, -- what the join was answered, if not the joining position
  add column seen_at timestamptz, -- when a visitor or a program sent the join; null after thirty days
  add column block bigint; -- the keyed hash of the network, for as long; null for internal addresses

-- What a code was given out for when its person joined again.
alter table referral_codes
  add column submission_id text,
  add column position integer, -- what was answered
  add check ((submission_id is null) = (position is null));

update waitlist_entries e set submission_id = s.submission_id, answered_position = nullif(s.position, e.joined_position),
  seen_at = t.at, block = t.block
from waitlist_entries was
  left join (select distinct on (entry_id) * from submissions where is_new order by entry_id, created_at) as s on s.entry_id = was.id
  left join join_traces t on t.position = was.joined_position and t.entry_id = was.id
where e.id = was.id and e.erased_at is null and (s.entry_id is not null or t.entry_id is not null);

update referral_codes c set submission_id = s.submission_id, position = s.position
from (select distinct on (referral_code) * from submissions where not is_new order by referral_code, created_at desc) as s
where c.code = s.referral_code and c.entry_id = s.entry_id;

-- Only joining again writes it.
create index referral_codes_answered on referral_codes (entry_id) where submission_id is not null;

-- How far traces are forgotten.
insert into judging (name, position) values ('traces', 0);

drop table submissions, join_traces;

-- Addresses that get one mail when the list opens, and are deleted then.
create table opening_requests (
  id uuid primary key,
  email text not null,
  email_key text not null unique,
  consent text not null, -- the sentence beside the button
  asked_at timestamptz not null default now(),
  language text not null default 'en'
);

-- Views of People that colleagues share.

create table saved_views (
  id uuid primary key,
  name text not null unique,
  query text not null,
  created_at timestamptz not null default now()
);

-- Programs subscribe by themselves: what a key's endpoints get, and whose they are.
alter table api_keys add column hook_fields text[] not null default '{}';
alter table webhook_endpoints add column key_id uuid references api_keys on delete cascade;
create index webhook_endpoints_key on webhook_endpoints (key_id) where key_id is not null;

-- The language of a person's pages and mails: of the address where they joined, until they choose another.
alter table waitlist_entries add column language text not null default 'en';

-- Rewards for friends who count: see src/server/rewards/README.md.

create table milestones (
  id uuid primary key, -- the act that adds it has the same id
  friends integer not null check (friends between 1 and 10000),
  words text not null,
  does text not null check (does in ('nothing', 'tag', 'code', 'webhook', 'invitation')),
  tag text,
  note text not null, -- how to use a code
  after_event bigint not null, -- who had reached it by then was asked about when it was added
  created_at timestamptz not null default now(),
  ended_at timestamptz, -- nobody earns it any more
  check ((does = 'tag') = (tag is not null))
);

create table rewards (
  milestone_id uuid not null references milestones,
  entry_id uuid not null references waitlist_entries,
  state text not null check (state in ('earned', 'handed-out', 'taken-back')),
  because text check (because in ('below', 'owner', 'before')), -- why it is taken back; before: reached before there was the milestone
  reached_at timestamptz not null, -- when their friends last rose to the number
  handed_out_at timestamptz,
  primary key (milestone_id, entry_id),
  check ((state = 'taken-back') = (because is not null)),
  check ((state = 'handed-out') = (handed_out_at is not null))
);
create index rewards_entry on rewards (entry_id);
create index rewards_due on rewards (reached_at) where state = 'earned';

-- The owner's codes. One that was given stays, also when its person is erased, so that nobody gets it again.
create table reward_codes (
  code text primary key,
  milestone_id uuid not null references milestones,
  state text not null default 'unused' check (state in ('unused', 'perhaps-used', 'given')),
  entry_id uuid references waitlist_entries,
  given_at timestamptz,
  unique (milestone_id, entry_id),
  check ((state = 'given') = (given_at is not null)),
  check (state = 'given' or entry_id is null)
);
create index reward_codes_unused on reward_codes (milestone_id, code) where state = 'unused';
create index reward_codes_entry on reward_codes (entry_id) where entry_id is not null;

insert into followers (name, seq) select 'rewards', last_event from waitlist_counter;

-- A list that waits for Release after a restore also waits with these.
insert into outside_services (service, held_at)
select service, (select max(held_at) from outside_services) from unnest(array['mailchimp', 'kit', 'klaviyo']) as s (service)
on conflict do nothing;

-- The events of the log that a service missed because it was not set up. Once it is, they become rows of the outbox.
alter table outside_services add column missed int8multirange not null default '{}';

-- The list in the order of friends.
create index waitlist_entries_friends on waitlist_entries (referrals, (-joined_position)) where erased_at is null;

-- Codes of the owner's choice, for press and partners: nobody's, so joining by one credits nobody.

create table named_codes (
  code text primary key references referral_codes,
  ends_on date, -- the last day, of the owner's calendar
  most integer check (most >= 1), -- people
  joins integer not null default 0, -- people on the list who joined with it
  created_at timestamptz not null default now(),
  ended_at timestamptz, -- by the owner
  visits_since timestamptz not null default now() -- since when visits with it are counted
);
alter table referral_codes alter column entry_id drop not null; -- null for a named code
alter table waitlist_entries
  add column named_code text, -- that they joined with, while it was in force
  add column friend_mails text not null default 'each' check (friend_mails in ('each', 'weekly', 'never'));
-- Who joined with a named code. Other joins do not write it.
create index waitlist_entries_named_code on waitlist_entries (named_code) where named_code is not null;

-- Under which name somebody wants to be on the leaderboard.
create table board_names (
  entry_id uuid primary key references waitlist_entries,
  name text not null,
  chosen_at timestamptz not null default now(),
  taken_off_at timestamptz -- by the owner: they cannot choose another
);

-- What the owner writes in other languages than the first: by language, the texts of the same names.
alter table waves add column texts jsonb not null default '{}';
alter table updates
  add column texts jsonb not null default '{}',
  add column picture text references site_logos, -- drawn like those of the site
  add column picture_alt text not null default '';
