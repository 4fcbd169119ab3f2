-- Recurring work of all servers together: see src/server/db/tasks.ts.
create table tasks (
  name text primary key,
  failure text not null, -- what to say when it fails
  next_at timestamptz not null default now(),
  leased_until timestamptz, -- until then a server is at it
  leased_by uuid,
  done_at timestamptz, -- when it last succeeded
  failures integer not null default 0, -- since then
  error text -- why it failed last
);
