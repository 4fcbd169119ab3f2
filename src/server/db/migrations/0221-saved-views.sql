-- Views of People that colleagues share.

create table saved_views (
  id uuid primary key,
  name text not null unique,
  query text not null,
  created_at timestamptz not null default now()
);
