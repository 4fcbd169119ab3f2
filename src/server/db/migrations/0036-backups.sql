-- Each backup that was begun. `day`: the owner's day of a nightly one, null for one by hand. `problem`: why it failed.
create table backups (
  id uuid primary key,
  day date unique,
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  file text,
  bytes bigint,
  entries integer,
  problem text
);

-- The instant of the backup that this list was restored from. Nothing is sent until the owner releases it.
alter table outside_services add column held_at timestamptz;
