-- Finds the people who wait for the owner. Few do.
drop index concurrently if exists waitlist_entries_doubtful;
create index concurrently waitlist_entries_doubtful on waitlist_entries (id) where is_doubtful;
