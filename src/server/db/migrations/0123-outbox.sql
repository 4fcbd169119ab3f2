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
  unique nulls not distinct (subject, channel, friend_id)
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
