-- The settings of the dashboard. The environment wins over them.
create table dashboard_settings (
  name text primary key,
  value text, -- null for a secret
  sealed text, -- a secret: s1.<id of the key>.<iv, ciphertext, tag>
  check (num_nonnulls(value, sealed) = 1)
);

-- What each act changed, for its undo. A setting that had no value, or has none, is null in both columns.
create table setting_changes (
  act_id uuid not null,
  name text not null,
  value_before text,
  sealed_before text,
  value_after text,
  sealed_after text,
  primary key (act_id, name)
);

-- One row. It counts the changes of the settings, and its lock orders them.
create table setting_version (
  id integer primary key check (id = 1),
  version integer not null
);

insert into setting_version (id, version) values (1, 0);
