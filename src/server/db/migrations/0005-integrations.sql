-- What each outside service has of each person: see docs/decisions/0019-deliveries-are-the-source-of-truth.md.

-- `entry_id` is the entry's that it is about, or the contact message's.
alter table deliveries
  add column claimed_until timestamptz, -- until then somebody is at it
  add column delivered_at timestamptz; -- when it was last done

create index deliveries_state on deliveries (channel, state, changed_at desc, entry_id);

insert into deliveries (entry_id, channel, state, error, changed_at)
select id, 'send-contact-message', mail_state, mail_error, mail_changed_at from contact_messages where mail_state <> 'waiting';

alter table contact_messages drop column mail_state, drop column mail_error, drop column mail_changed_at;

-- One row each, whose lock paces the calls of all servers together.
create table outside_services (
  service text primary key,
  next_call_at timestamptz not null default now(), -- when the next call may go out
  paused_until timestamptz, -- nothing goes out before
  problem text, -- what is wrong with the service as a whole, in the owner's words
  failures integer not null default 0, -- in a row
  changed_at timestamptz not null default now()
);

insert into outside_services (service) values ('mail'), ('notion'), ('beehiiv');

-- Who wants no more mail.
create table mail_opt_outs (
  entry_id uuid primary key,
  created_at timestamptz not null default now()
);

-- Each time the owner synced everybody to Beehiiv.
create table sync_runs (
  id uuid primary key,
  started_at timestamptz not null default now(),
  total integer not null, -- entries to go through
  done integer not null default 0, -- entries gone through
  last_position integer not null default 0, -- the joining position of the last of them
  synced integer not null default 0,
  errors integer not null default 0,
  details text[] not null default '{}',
  problem text, -- why it ended early
  finished_at timestamptz
);

create unique index sync_runs_one_at_a_time on sync_runs ((1)) where finished_at is null;
