-- Apart from the entries, because a joining holds one table while it waits for the other.
alter table entry_revisions add column is_unproven boolean not null default false; -- as for the entry
