-- What happened to each entry, in one order: see docs/decisions/0140-one-log-of-entries.md.

create table events (
  seq bigint primary key, -- given out under the counter's lock, without gaps
  entry_id uuid not null,
  kind text not null check (kind in ('joined', 'rejoined', 'confirmed', 'changed', 'readdressed', 'counted', 'uncounted', 'moved',
    'accepted', 'rejected', 'reviewed', 'tagged', 'untagged', 'noted', 'unnoted', 'invited', 'invitation-ended', 'admitted', 'left')),
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
