-- waitlist_entries_no_rank took its place, and each join still checked its condition.
drop index concurrently if exists waitlist_entries_unranked;
