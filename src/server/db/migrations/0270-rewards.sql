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
