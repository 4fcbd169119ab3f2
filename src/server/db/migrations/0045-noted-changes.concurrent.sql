-- Also finds the changes of an act about which there is a note, such as an invitation that a rejection ended.
drop index concurrently if exists act_entries_noted;
create index concurrently act_entries_noted on act_entries (act_id, entry_id) where reason is not null;
drop index concurrently if exists act_entries_skipped;
