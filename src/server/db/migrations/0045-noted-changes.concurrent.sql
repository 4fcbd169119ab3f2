-- Also finds the changes of an act about which there is a note, such as an invitation that a rejection ended.
drop index concurrently if exists act_entries_noted;
create index concurrently act_entries_noted on act_entries (act_id, entry_id) where reason is not null;
drop index concurrently if exists act_entries_skipped;

-- The places that a credit had before any rule changed it, and the last joining position when a rule came into force: see
-- docs/decisions/0053-acts-in-parts.md.
drop index concurrently if exists credit_changes_referrer;
create index concurrently credit_changes_referrer on credit_changes (referrer_id, credit, is_imported, act_id);
alter table referral_rules add column if not exists last_position integer;
