-- Films that an owner has sent for the landing page.
create table site_films (
  hash text primary key, -- the first half of the SHA-256 of its file, in hexadecimal
  type text not null check (type in ('mp4', 'webm')),
  content bytea not null,
  uploaded_at timestamptz not null default now()
);
alter table site_films alter column content set storage external;
