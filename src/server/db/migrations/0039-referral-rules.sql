-- The rule for what a friend brings, as the owner has changed it: see docs/decisions/0093-the-referral-rule-is-an-act.md.

-- What is in force now, where joining reads it with the last position. Null: what src/site/referral.ts says.
alter table waitlist_counter
  add column places_per_friend integer,
  add column most_places integer; -- by friends, for one person; null for no limit

create table referral_rules (
  act_id uuid primary key, -- ids are in the order of time: the newest rule in force counts
  places integer not null check (places between 0 and 50),
  most_places integer,
  is_in_force boolean not null default true
);

-- The places that credits had before an act gave them those of its rule.
create table credit_changes (
  act_id uuid not null,
  credit uuid not null, -- the friend; of an imported credit, the person who has it
  is_imported boolean not null,
  referrer_id uuid not null,
  places integer not null,
  primary key (act_id, referrer_id, credit, is_imported)
);

-- Whether the friends whom a file only counts move their person at all.
alter table imported_credits add column moves boolean not null default true;
