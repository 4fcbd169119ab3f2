-- What the owner does to many people at once. An act's row and its entries name people by id; what the owner wrote
-- about somebody stands in the tables of the tags and notes, which erasing empties.
create table acts (
  id uuid primary key, -- a UUID version 7, so that ids are in the order of time
  kind text not null,
  selection jsonb not null, -- how the entries were selected, without a search text
  params jsonb not null,
  facet text not null, -- the part of each entry that it changes
  actor text not null, -- a label of the owner's session
  undoes uuid, -- the act that this one takes back
  state text not null default 'running' check (state in ('running', 'stopping', 'stopped', 'done')),
  total integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  skipped integer not null default 0,
  problem text, -- why its last try failed; null once it goes on
  created_at timestamptz not null default now(),
  finished_at timestamptz
);

-- An act is undone once. What a stopped undo left over may be undone by another.
create unique index acts_undoes on acts (undoes) where undoes is not null and state <> 'stopped';

-- The entries of an act, and what it did to each.
create table act_entries (
  act_id uuid not null,
  entry_id uuid not null,
  facet text not null,
  state text not null default 'waiting' check (state in ('waiting', 'changed', 'unchanged', 'skipped')),
  reason text, -- why it was skipped
  before jsonb,
  after jsonb,
  applied bigint, -- the counter's `updates` when it was changed: the order of all changes to an entry
  primary key (act_id, entry_id)
);

create index act_entries_waiting on act_entries (act_id, entry_id) where state = 'waiting';
create index act_entries_skipped on act_entries (act_id, entry_id) where state = 'skipped';
create index act_entries_changed on act_entries (entry_id, facet, applied) where state = 'changed';

create table entry_tags (
  entry_id uuid not null,
  tag text not null,
  added_at timestamptz not null default now(),
  primary key (entry_id, tag)
);

create index entry_tags_tag on entry_tags (tag, entry_id);

-- A note is stored with each entry that it is about.
create table entry_notes (
  entry_id uuid not null,
  act_id uuid not null,
  text text not null,
  is_shown boolean not null default false, -- false before the act has come to the entry, and once it is undone
  created_at timestamptz not null default now(),
  primary key (entry_id, act_id)
);
