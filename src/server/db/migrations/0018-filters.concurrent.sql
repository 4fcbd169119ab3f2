-- What was changed after it was stored, so that servers can bring the columns in their memory up to date: see
-- docs/decisions/0049-filters-answered-from-columns-in-memory.md.
drop index concurrently if exists waitlist_entries_changed;
create index concurrently waitlist_entries_changed on waitlist_entries (updated_at) where updated_at <> created_at;
