-- What keeps the credit that an entry gives its referrer from counting. A closed hold stays as history.
create table holds (
  entry_id uuid not null, -- the friend, whose credit waits
  cause text not null check (cause in ('unconfirmed', 'signals', 'owner')),
  opened_at timestamptz not null default now(),
  opened_by uuid, -- the owner's act; null for a join or the rules
  closed_at timestamptz,
  closed_by uuid, -- the owner's act; null for a confirmation or the rules
  primary key (entry_id, cause, opened_at)
);

create unique index holds_open on holds (entry_id, cause) where closed_at is null;

insert into holds (entry_id, cause, opened_at)
select friend_id, 'signals', created_at from credits where state = 'held';

-- An entry's standing: whether it waits, and what the owner and the rules think of it. Each default is constant and the
-- constraint is not checked against old rows, so the lock that keeps a server of the version before from joining is short.
alter table waitlist_entries
  add column state text not null default 'waiting', -- once erased, `erased_at` says so
  add column is_rejected boolean not null default false,
  add column needs_confirmation boolean not null default false, -- stored when the entry joins; nothing else decides it
  add column confirmed_at timestamptz,
  add column is_doubtful boolean not null default false, -- a hold of the cause `signals` or `owner` is open
  add constraint waitlist_entries_state check (state in ('waiting', 'invited', 'admitted')) not valid;

update waitlist_entries set is_doubtful = true where id in (select entry_id from holds);
