-- Logos as they were drawn, never as they came. A version of the site names one by its hash.
create table site_logos (
  hash text primary key, -- of the file that was sent
  width integer not null, -- in the header, in pixels of the page
  height integer not null,
  uploaded_at timestamptz not null default now()
);

-- The drawings of a logo in all sizes.
create table site_logo_files (
  hash text not null references site_logos on delete cascade,
  name text not null,
  content bytea not null,
  primary key (hash, name)
);
