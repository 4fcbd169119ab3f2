-- What other programs are told: see docs/decisions/0145-api-keys.md.

-- When the last mail of the wave had left, or could not leave any more.
alter table waves add column finished_at timestamptz;

-- Addresses that get events.
create table webhook_endpoints (
  id uuid primary key,
  kind text not null check (kind in ('webhook', 'slack', 'discord')),
  name text not null,
  address text not null, -- as it is shown, without what may be secret
  sealed text not null, -- the whole address and the secrets that sign
  events text[] not null,
  fields text[] not null, -- the personal data in its payloads
  joined_after integer not null, -- it gets the joins with a later position
  former_until timestamptz, -- until then, the secret before the last rotation signs too
  failures integer not null default 0, -- since the last success
  failing_for interval not null default '0', -- for how long our server has seen it fail
  ticked_at timestamptz not null default now(), -- until when that is counted
  paused_until timestamptz,
  off_because text check (off_because in ('owner', 'failing', 'gone')), -- null while it is on
  told_at timestamptz, -- when the owners were told that it is off
  created_at timestamptz not null default now()
);

-- Events that a transaction left, until they are in webhook_events.
create table webhook_outbox (
  id bigint generated always as identity primary key,
  type text not null,
  subjects uuid[] not null,
  data jsonb not null default '{}',
  at timestamptz not null default now()
);

-- In all: how far events were read.
create table webhook_progress (
  id integer primary key check (id = 1),
  joined integer not null, -- a joining position
  seq bigint not null -- of the newest event
);
insert into webhook_progress (id, joined, seq) values (1, 0, 0);

-- Events that an endpoint wanted. They hold ids, and nothing about people.
create table webhook_events (
  id uuid primary key,
  seq bigint not null unique, -- their order
  type text not null,
  subject uuid, -- a person, a message or a wave
  data jsonb not null,
  at timestamptz not null
);
create index webhook_events_at on webhook_events (at);

create table webhook_deliveries (
  id uuid primary key,
  endpoint_id uuid not null,
  event_id uuid not null,
  seq bigint not null, -- of the event
  subject uuid,
  is_redelivery boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  claimed_until timestamptz, -- while an attempt is under way
  status smallint, -- of the last answer
  answer text, -- its beginning, or why there was none
  tried_at timestamptz,
  created_at timestamptz not null default now()
);
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, seq) where state = 'waiting';
create index webhook_deliveries_ahead on webhook_deliveries (endpoint_id, subject, seq) where state = 'waiting';
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_subject on webhook_deliveries (subject) where answer is not null;
create index webhook_deliveries_tried on webhook_deliveries (tried_at) where state <> 'waiting';
