-- Finds the people who wait for the owner. Few do.
drop index concurrently if exists waitlist_entries_doubtful;
create index concurrently waitlist_entries_doubtful on waitlist_entries (id) where is_doubtful;
-- Counts the rejected people.
drop index concurrently if exists waitlist_entries_rejected;
create index concurrently waitlist_entries_rejected on waitlist_entries (id) where is_rejected;
