-- The people who have not confirmed their address. No other join adds a row here.
drop index concurrently if exists waitlist_entries_unconfirmed;
create index concurrently waitlist_entries_unconfirmed on waitlist_entries (created_at)
  where needs_confirmation and confirmed_at is null and erased_at is null;
