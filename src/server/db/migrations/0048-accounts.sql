-- The people who can sign in to the dashboard: see docs/decisions/0025-wrong-passwords.md.
create table accounts (
  id uuid primary key,
  name text not null,
  email text, -- in lower case; null while the first account has not given one
  role text not null check (role in ('reader', 'manager', 'owner')),
  password text, -- its scrypt hash; null until one is chosen
  generation integer not null default 0, -- grows when all sessions of the account end
  is_first boolean not null default false,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

create unique index accounts_email on accounts (email);
create unique index accounts_first on accounts (is_first) where is_first;

-- The password that a list has had becomes that of its first account.
insert into accounts (id, name, role, password, is_first)
select gen_random_uuid(), 'Owner', 'owner', value #>> '{}', true from settings where key = 'admin-password';

-- From here on, this is the last value of ADMIN_PASSWORD that was applied.
update settings set key = 'applied-admin-password' where key = 'admin-password';

-- Everybody signs in again, to an account.
delete from admin_sessions;
alter table admin_sessions
  drop column password,
  add column id uuid not null unique, -- names the session to its account, and opens nothing
  add column account_id uuid not null,
  add column generation integer not null, -- of the account when the session began; another one ends it
  add column device text not null default '', -- the browser, as it names itself
  add column created_at timestamptz not null default now(),
  add column used_at timestamptz not null default now(),
  add column proven_at timestamptz not null default now(); -- the last password or passkey

create index admin_sessions_account on admin_sessions (account_id);

-- Null for acts from before there were accounts.
alter table acts add column account_id uuid;
create index acts_account on acts (account_id, id) where account_id is not null;
