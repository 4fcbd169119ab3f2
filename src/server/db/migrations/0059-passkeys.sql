-- What people sign in with besides a password: see docs/decisions/0025-wrong-passwords.md.
create table passkeys (
  id uuid primary key,
  credential text not null unique, -- its id as browsers write it, in base64url
  account_id uuid not null,
  host text not null, -- of PUBLIC_URL when it was made: browsers offer it there only
  name text not null,
  public_key bytea not null,
  counter bigint not null, -- of its uses, as its device counts them; 0 for those that do not count
  transports text[] not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

create index passkeys_account on passkeys (account_id);

-- Questions to passkeys that wait for their answer, each for one.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('sign-in', 'proof', 'new')),
  holder bytea not null, -- the hash of what the browser holds that asked: its session, or a cookie
  expires_at timestamptz not null
);

create index passkey_challenges_expires_at on passkey_challenges (expires_at);
