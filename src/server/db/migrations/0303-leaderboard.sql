-- Under which name somebody wants to be on the leaderboard.
create table board_names (
  entry_id uuid primary key references waitlist_entries,
  name text not null,
  chosen_at timestamptz not null default now(),
  taken_off_at timestamptz -- by the owner: they cannot choose another
);
