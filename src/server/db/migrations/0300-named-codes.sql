-- Codes of the owner's choice, for press and partners: nobody's, so joining by one credits nobody.

create table named_codes (
  code text primary key references referral_codes,
  ends_on date, -- the last day, of the owner's calendar
  most integer check (most >= 1), -- people
  joins integer not null default 0, -- people on the list who joined with it
  created_at timestamptz not null default now(),
  ended_at timestamptz -- by the owner
);

alter table referral_codes alter column entry_id drop not null; -- null for a named code
alter table waitlist_entries add column named_code text; -- that they joined with, while it was in force
