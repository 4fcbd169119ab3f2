-- People who were erased: see docs/decisions/0056-erasing-leaves-nothing-to-look-up.md. All tables are new, so a server of
-- the version before goes on joining.

-- Every erased entry, and when: what the receipt and the journal in DATA_DIR are compared with.
create table erasures (
  entry_id uuid primary key,
  erased_at timestamptz not null default now()
);

-- The addresses of erased people for RETENTION_DAYS, as keyed hashes that name no entry.
create table erased_addresses (
  hash text primary key,
  was_rejected boolean not null, -- a rejection still applies when the person joins again
  erased_at timestamptz not null default now()
);

create index erased_addresses_erased on erased_addresses (erased_at);

-- What an outside service may still have of an erased person. The row goes as soon as the service has nothing left.
create table outside_remains (
  entry_id uuid not null,
  channel text not null, -- the channel that erases it
  email text not null,
  remote_id text, -- the page or the subscription, if it is known
  place text, -- the data source or the publication of that id
  created_at timestamptz not null default now(),
  primary key (entry_id, channel)
);

create index outside_remains_email on outside_remains (email, channel);

create index contact_messages_email on contact_messages (email);
