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

drop index concurrently if exists waitlist_entries_ranked;

-- Only with a column included can its negative be read from the index alone.
create index concurrently waitlist_entries_ranked on waitlist_entries (position, (-referrals), joined_position)
  include (referrals) where erased_at is null and state = 'waiting' and not is_rejected
    and (confirmed_at is not null or not needs_confirmation);

-- A profile shows all codes of its entry.
drop index concurrently if exists referral_codes_entry;

create index concurrently referral_codes_entry on referral_codes (entry_id);
