-- What happened to entries, in one order: see docs/decisions/0140-one-log-of-entries.md. A server of the version before
-- logs nothing: it lists and sums up its joins itself.

-- The last sequence that was given out, always under this row's lock.
alter table waitlist_counter add column last_event bigint not null default 0;
-- How many of the joins up to `last_position` are in the log, or came before it: the others are of a server of the version before.
alter table waitlist_counter add column logged integer not null default 0;
update waitlist_counter set logged = last_position;

-- A row per event. It names people by id alone, and is kept for some days.
create table entry_log (
  sequence bigint primary key,
  entry_id uuid not null,
  kind text not null check (kind in ('joined', 'changed', 'erased')),
  at timestamptz not null default now()
);

-- How far each reader of the log has come. A server that follows the log holds the row's lock.
create table log_readers (
  name text primary key,
  sequence bigint not null, -- the last one that was read
  unlogged integer not null default 0 -- the joins that no log has, as of the last time that the sums were recounted
);

insert into log_readers (name, sequence) values ('listing', 0);

-- Entries that the listing could not follow. They are tried again; later rows do not wait for them.
create table log_set_aside (
  sequence bigint primary key,
  entry_id uuid not null,
  error text not null, -- without any value
  since timestamptz not null default now()
);
