-- The erased entries, whose numbers stay: a simulation of another referral rule counts past them without reading everybody.
drop index concurrently if exists waitlist_entries_erased;

create index concurrently waitlist_entries_erased on waitlist_entries (joined_position) where erased_at is not null;
