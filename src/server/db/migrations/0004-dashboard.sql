-- What the dashboard reads, written with each join: see docs/decisions/0011-rollups-by-the-owners-day.md and
-- docs/decisions/0012-listing-table-for-search-and-sort.md.

create extension if not exists pg_trgm;

alter table waitlist_counter
  add column time_zone text, -- whose days the rollups are in; null until they are made
  add column updates bigint not null default 0, -- grows with every change of what is known of an entry
  add column syncs bigint not null default 0; -- grows when a sync begins or ends

-- The place of each choice ever offered in the arrays and bit masks below.
create table choice_slots (
  kind text not null check (kind in ('problem', 'goal')),
  slot smallint not null check (slot between 0 and 49),
  name text not null,
  primary key (kind, slot),
  unique (kind, name)
);

insert into choice_slots (kind, slot, name)
select 'problem', row_number() over () - 1, name from (select distinct unnest(problems) as name from waitlist_entries) as p
union all
select 'goal', row_number() over () - 1, name from (select distinct unnest(goals) as name from waitlist_entries) as g;

-- What the list is filtered, searched and sorted by: a row per entry that is not erased, untouched by credits.
create table entry_listing (
  entry_id uuid primary key,
  created_at timestamptz not null,
  search text collate "C" not null, -- folded email, business name and industry
  business text collate "C" not null, -- folded, to sort by
  industry text not null, -- 'Unknown' for none, as the price
  is_solo boolean,
  price text not null,
  problems bigint not null, -- a bit per slot
  goals bigint not null,
  is_referred boolean not null,
  source text -- what the link said, null for nothing
);

create index entry_listing_created on entry_listing (created_at, entry_id);
create index entry_listing_email on entry_listing (search, entry_id);
create index entry_listing_business on entry_listing (business, entry_id);

-- New rows wait in a list that the server empties beside the joins; only if it does not, a join has to.
create index entry_listing_search on entry_listing using gin (search gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 65536);

-- Who is let in first. Nobody ties: the joining position is unique. A range of days is found in the index alone.
create index waitlist_entries_launch on waitlist_entries (position, (-referrals), joined_position)
  include (id, referrals, created_at) where erased_at is null;

create index waitlist_entries_referrers on waitlist_entries (referrals desc, position, joined_position)
  include (id, created_at) where referrals > 0 and erased_at is null;

-- Sums over the entries of one of the owner's days that are alike. Space in each page lets a row change in place.
create table rollup_days (
  day date not null,
  industry text not null,
  is_solo boolean,
  price text not null,
  entries integer not null,
  referred integer not null,
  problems integer[] not null, -- how many chose each, by slot from 1 on
  goals integer[] not null,
  unique nulls not distinct (day, industry, is_solo, price)
) with (fillfactor = 50);

create table rollup_sources (
  day date not null,
  industry text not null,
  is_solo boolean,
  price text not null,
  source text not null,
  entries integer not null,
  unique nulls not distinct (day, industry, is_solo, price, source)
) with (fillfactor = 50);

create table admin_sessions (
  token_hash bytea primary key,
  password jsonb not null, -- the hash that opened it: another password ends it
  expires_at timestamptz not null
);
