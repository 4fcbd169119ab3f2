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

-- Few entries have no rank, and joining makes none. So a place counts the entries before it in the index of the launch
-- order, and takes off these. An index of the ranked ones would cost every join.
drop index concurrently if exists waitlist_entries_unranked;

create index concurrently waitlist_entries_unranked on waitlist_entries (position, (-referrals), joined_position)
  include (referrals) where erased_at is null and not (
    state = 'waiting' and not is_rejected and (confirmed_at is not null or not needs_confirmation));
