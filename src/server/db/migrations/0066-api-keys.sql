-- What programs of the owner sign in with: see docs/decisions/0145-api-keys.md.

-- A server said that they join: for a friend they count once they are proven.
alter table waitlist_entries add column is_by_key boolean not null default false;

create table api_keys (
  id uuid primary key,
  account_id uuid not null, -- it made the key, which stops with it
  name text not null,
  prefix text not null, -- the part of the key by which people recognise it
  hash bytea not null unique, -- of the whole key, which is stored nowhere
  scopes text[] not null,
  created_at timestamptz not null default now(),
  used_at timestamptz, -- to the minute
  expires_at timestamptz
);

-- The answer to each Idempotency-Key, for a day.
create table api_answers (
  id bytea primary key, -- the hash of the key and of the Idempotency-Key
  request bytea not null, -- the hash of the request
  act_id uuid not null, -- the act that the request makes, if it makes one
  busy_until timestamptz, -- while the first request is under way; a killed server's is over then
  status smallint,
  body jsonb,
  entry_id uuid, -- the person that the answer is about
  created_at timestamptz not null default now()
);

create index api_answers_entry on api_answers (entry_id) where entry_id is not null;
create index api_answers_created on api_answers (created_at);
