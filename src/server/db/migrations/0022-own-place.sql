-- What people do at their own place: see docs/decisions/0059-a-persons-own-place.md.

-- The address that replaces a person's as soon as it confirms. Null: it has, and the link may be pressed again.
create table email_changes (
  entry_id uuid primary key,
  email text,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz, -- set while something is under way about the person, after which a job changes it
  recent timestamptz[] not null -- when they asked, within the day before the latest of these
);

create index email_changes_asked on email_changes (asked_at);

-- Addresses that an erased person had before, or that somebody on the list has given up, with what a service knows them by.
alter table outside_remains add column earlier jsonb not null default '[]';

alter table entry_revisions add column is_unproven boolean not null default false; -- as for the entry

alter table waitlist_entries
  add column is_unproven boolean not null default false, -- the answers came from a browser without the entry's token
  add column privacy_version text; -- of the privacy page when the person joined last; null for earlier entries
