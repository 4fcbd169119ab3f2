-- Links for one use that let somebody choose a password: see docs/decisions/0025-wrong-passwords.md.
create table account_links (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('setup', 'invitation', 'recovery')),
  account_id uuid, -- null for a setup, which makes the first account
  expires_at timestamptz not null
);

create index account_links_account on account_links (account_id);
