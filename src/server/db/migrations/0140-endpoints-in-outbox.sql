-- Events for the endpoints of other programs are rows of the outbox, one for each event and endpoint: they follow the log.

alter table events drop constraint events_kind_check, add constraint events_kind_check check (kind in (
  'joined', 'rejoined', 'confirmed', 'corrected', 'changed', 'readdressed', 'counted', 'uncounted', 'moved', 'marked',
  'unmarked', 'accepted', 'rejected', 'reviewed', 'tagged', 'untagged', 'noted', 'unnoted', 'invited', 'invitation-sent', 'invitation-ended',
  'admitted', 'left'));

alter table outbox
  add column endpoint_id uuid references webhook_endpoints on delete cascade, -- who is told
  add column event_id uuid, -- the same for all endpoints and attempts
  add column about uuid; -- whom or what the event is about

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

alter table outbox add check ((endpoint_id is null) = (channel <> 'tell-endpoint')), add check ((endpoint_id is null) = (event_id is null));
create index outbox_endpoint on outbox (endpoint_id, id) where endpoint_id is not null;
create index outbox_endpoint_due on outbox (endpoint_id, due_at, id) where state = 'waiting' and endpoint_id is not null;
create index outbox_about on outbox (about, endpoint_id, id) where about is not null;
