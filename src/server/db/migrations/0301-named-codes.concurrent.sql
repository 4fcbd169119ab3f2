-- Who joined with a named code. Other joins do not write it.
drop index concurrently if exists waitlist_entries_named_code;
create index concurrently waitlist_entries_named_code on waitlist_entries (named_code) where named_code is not null;
