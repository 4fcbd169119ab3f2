-- Since when visits with a named code are counted: for older codes since this migration.
alter table named_codes add column visits_since timestamptz not null default now();
