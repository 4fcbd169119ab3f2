-- No foreign keys: see docs/decisions/0007-no-foreign-keys.md.

create table settings (
  key text primary key,
  value jsonb not null
);

-- One row. Its lock orders every join, so positions have no gap and no repeat.
create table waitlist_counter (
  id smallint primary key check (id = 1),
  last_position integer not null, -- the highest joining position ever given, erased entries included
  entries integer not null -- entries that are not erased
);

insert into waitlist_counter (id, last_position, entries) values (1, 0, 0);

create table waitlist_entries (
  id uuid primary key,
  email text unique, -- null once erased
  joined_position integer not null unique check (joined_position >= 1),
  credited_places integer not null default 0, -- the sum of this entry's counted credits
  position integer not null generated always as (greatest(1, joined_position - credited_places)) stored,
  referrals integer not null default 0, -- the number of this entry's counted credits
  referral_code text not null, -- the first code; aliases stand in referral_codes alone
  newest_code text not null,
  code_count smallint not null default 1,
  used_referral_code text, -- as typed, also when it is nobody's
  business_name text,
  is_solo_provider boolean,
  job_industry text,
  problems text[] not null default '{}',
  other_problem text,
  goals text[] not null default '{}',
  other_goal text,
  price_range text,
  utm jsonb,
  elapsed_ms integer, -- from opening the form to sending it
  is_seeded boolean not null default false, -- made up by the seed command: no jobs, no sync
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  erased_at timestamptz,
  check ((email is null) = (erased_at is not null))
);

-- Every code ever handed out, aliases included.
create table referral_codes (
  code text primary key,
  entry_id uuid not null,
  created_at timestamptz not null default now()
);

-- The ledger: who brought whom. A friend credits one entry at most.
create table credits (
  friend_id uuid primary key,
  referrer_id uuid not null,
  places integer not null check (places >= 0),
  state text not null check (state in ('counted', 'held', 'rejected')),
  created_at timestamptz not null default now(),
  check (friend_id <> referrer_id)
);

create index credits_referrer on credits (referrer_id);

-- The answers an entry had before it joined again.
create table entry_revisions (
  id uuid primary key,
  entry_id uuid not null,
  answers jsonb not null,
  replaced_at timestamptz not null default now()
);

create index entry_revisions_entry on entry_revisions (entry_id);

-- What each submission was answered, so that a retry is answered the same and does nothing twice.
create table submissions (
  entry_id uuid not null,
  submission_id text not null,
  position integer not null,
  referral_code text not null,
  is_new boolean not null,
  created_at timestamptz not null default now(),
  primary key (entry_id, submission_id)
);

-- What each outside channel has of each person.
create table deliveries (
  entry_id uuid not null,
  channel text not null, -- the name of the job that serves it
  friend_id uuid, -- whom a referral notification is about
  state text not null,
  remote_id text,
  content_hash text,
  error text,
  changed_at timestamptz not null default now(),
  unique nulls not distinct (entry_id, channel, friend_id)
);
