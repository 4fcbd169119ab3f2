-- The full names that Notion does not have yet: see docs/decisions/0056-what-erasing-leaves.md. A row goes when Notion has
-- the name, and after 30 days otherwise. deliveries.newest_name and sent_name are for servers of the version before.
create table full_names (
  entry_id uuid primary key,
  full_name text not null,
  is_unproven boolean not null default false, -- it came from a browser that showed no token of the entry
  given_at timestamptz not null default now()
);
