-- People who come from the file of another list: see docs/decisions/0092-imports.md.

alter table waitlist_entries
  add column imported_by uuid, -- the act that made the entry; null for people who joined here, and once erased
  add column is_quiet boolean not null default false; -- imported, and has not written to us since: no mail, no service

-- The rows of a file until its act has stored them. A row that has an `email` is not stored yet.
create table import_rows (
  act_id uuid not null,
  entry_id uuid not null, -- the person on the list who has this address, or the entry that the row will be
  line integer not null,
  email text, -- null once stored, as `data`
  data jsonb,
  code text, -- the referral code that people have shared; null for none that can be kept
  friends integer not null default 0, -- how many friends the file only counts
  referrer_code text,
  referrer_id uuid, -- the entry that gets a credit for this person; null for none
  primary key (act_id, entry_id)
);

-- Finds the people whose credit waits until their referrer is stored.
create index import_rows_referrer on import_rows (act_id, referrer_id) where email is null;
create index import_rows_entry on import_rows (entry_id);
create index import_rows_email on import_rows (email) where email is not null;

-- The part of the ledger that names no friends: how many an imported person had brought to the other list.
create table imported_credits (
  entry_id uuid primary key,
  friends integer not null check (friends > 0),
  places integer not null check (places >= 0), -- what they count for together
  act_id uuid not null -- the act that brought them
);
