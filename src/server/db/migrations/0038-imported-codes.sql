-- The act that brought a code of another list. Apart from the entries, because a joining holds one table while it waits for
-- the other.
alter table referral_codes add column imported_by uuid;
