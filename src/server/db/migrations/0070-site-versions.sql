-- Each published version of the site, as it was. A later migration or program may complete it, and never changes it.
create table site_versions (
  number integer primary key,
  document json not null,
  account text, -- the name of the account that published it, at that time
  act_id uuid, -- null for the site of src/site or of SITE_FILE
  published_at timestamptz not null default now(),
  live_at timestamptz -- since when it may be shown: every server with a lease had its files
);

-- At most one row: what somebody prepares.
create table site_draft (
  id integer primary key check (id = 1),
  document json not null,
  base integer not null, -- the version that it began with
  revision integer not null, -- counts its changes; saving names the one that it replaces
  saved_at timestamptz not null default now(),
  saved_by uuid
);

-- A lease of each server: which version it has the files of, and why it has not the newest.
create table site_servers (
  id uuid primary key,
  holds integer not null,
  failure text,
  seen_at timestamptz not null default now()
);

-- The version that a person was asked under; null for those who joined before there were versions.
alter table waitlist_entries add column site_version integer;
