-- What a rank, the place in launch order, is counted from: see docs/decisions/0051-ranks-from-sums-by-position.md. Each
-- statement runs alone, so a second attempt after a crash must find nothing in its way.

-- Every later join waits behind an `alter table` that waits.
set lock_timeout = '1s';

alter table waitlist_counter
  add column if not exists rank_mark bigint not null default 0; -- last_position + updates, as far as the sums were kept

-- How many ranked entries there are in each bucket of launch order. A start counts those that an earlier version left.
create table if not exists rank_sums (
  bucket bigint primary key, -- see src/server/places/rank-sums.ts
  entries integer not null
) with (fillfactor = 50); -- space in each page lets a row change in place

set lock_timeout = 0;

-- Takes the place of `waitlist_entries_launch`. With their standing included, ranked entries are counted in it alone.
drop index concurrently if exists waitlist_entries_launch_order;

create index concurrently waitlist_entries_launch_order on waitlist_entries (position, (-referrals), joined_position)
  include (id, referrals, created_at, state, is_rejected, needs_confirmation, confirmed_at) where erased_at is null;

drop index concurrently if exists waitlist_entries_launch;
