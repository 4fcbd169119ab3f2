-- Every text that the privacy page has shown, by the number that it got when it was first shown.
create table privacy_texts (
  number integer primary key,
  digest bytea not null unique, -- of its sections
  sections jsonb not null,
  shown_at timestamptz not null default now()
);

-- The number of the text that the page shows; null until it has one. waitlist_entries.privacy_version is this number as text,
-- and a day for people who joined before there were numbers.
alter table waitlist_counter add column privacy_text integer;
