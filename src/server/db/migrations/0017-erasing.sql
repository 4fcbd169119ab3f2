-- People who were erased: see docs/decisions/0056-what-erasing-leaves.md.

-- Every erased entry, and when: what the receipt and the journal in DATA_DIR are compared with.
create table erasures (
  entry_id uuid primary key,
  erased_at timestamptz not null default now()
);

-- The addresses of erased people for RETENTION_DAYS, as keyed hashes that name no entry.
create table erased_addresses (
  hash bytea primary key,
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

-- There are few messages, so this does not take long.
create index contact_messages_email on contact_messages (email);

-- Whether the entry was rejected from the start, because its person had been rejected and then erased.
alter table waitlist_entries add column rejected_before boolean not null default false;
