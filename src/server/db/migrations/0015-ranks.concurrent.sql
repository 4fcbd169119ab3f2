-- What a rank, the place in launch order, is counted from: see docs/decisions/0051-ranks-from-counted-blocks.md. Each
-- statement runs alone, so a second attempt after a crash must find nothing in its way.

-- Every later join waits behind an `alter table` that waits.
set lock_timeout = '1s';

alter table waitlist_counter
  add column if not exists rank_mark bigint not null default 0; -- last_position + updates, as far as the blocks were kept

-- Ranked entries that follow one another in launch order. A block reaches from its own key to that of the next block.
create table if not exists rank_blocks (
  position integer not null, -- these three columns are the key, as in the launch order of the entries
  referrals integer not null,
  joined_position integer not null,
  entries integer not null -- how many ranked entries there are in it
) with (fillfactor = 50); -- space in each page lets a row change in place

create unique index if not exists rank_blocks_launch on rank_blocks (position, (-referrals), joined_position);

-- The first block is before everybody. A start counts the entries that an earlier version left.
insert into rank_blocks (position, referrals, joined_position, entries) values (0, 0, 0, 0) on conflict do nothing;

set lock_timeout = 0;

drop index concurrently if exists waitlist_entries_ranked;

-- Only with a column included can its negative be read from the index alone.
create index concurrently waitlist_entries_ranked on waitlist_entries (position, (-referrals), joined_position)
  include (referrals) where erased_at is null and state = 'waiting' and not is_rejected
    and (confirmed_at is not null or not needs_confirmation);
