-- Links that were mailed to an address that its person does not have any more: see
-- docs/decisions/0052-tokens.md.

-- When this generation began. A token of it that was signed earlier is from a list that a backup has replaced.
alter table token_generations add column since timestamptz not null default 'epoch';

-- The addresses that people had before, for RETENTION_DAYS, as keyed hashes.
create table former_addresses (
  entry_id uuid,
  generation integer, -- of the links to unsubscribe that were mailed there
  since timestamptz not null, -- when that generation began
  hash bytea not null,
  left_at timestamptz not null default now(),
  primary key (entry_id, generation)
);

create index former_addresses_left on former_addresses (left_at);

-- The addresses that want no mail, whoever has them, as keyed hashes: their link was mailed to them when somebody else,
-- or the same person earlier, had them.
create table address_opt_outs (
  hash bytea primary key,
  created_at timestamptz not null default now()
);
