-- People who must confirm their address join when they press the button in their mail: see
-- docs/decisions/0128-confirming-is-joining.md. Servers of the version before write needs_confirmation, the cause
-- `unconfirmed` and waiting_answers; src/server/erasing/turn-into-requests.ts makes requests of them.

-- What somebody sent in the name of an address, until the owner of that address confirms it.
create table if not exists join_requests (
  id uuid primary key,
  person_id uuid not null, -- the entry that has the address, or the id that its entry will have
  key text not null, -- by which addresses are compared
  submission_id text, -- the same again is a retry
  request jsonb not null,
  created_at timestamptz not null default now(),
  is_asked boolean not null default false, -- whether a mail has asked about them
  unique (person_id, submission_id)
);

create index if not exists join_requests_key on join_requests (key);
create index if not exists join_requests_created on join_requests (created_at);

-- Everybody who waits and is not rejected has a rank.
drop index concurrently if exists waitlist_entries_no_rank;
create index concurrently waitlist_entries_no_rank on waitlist_entries (position, (-referrals), joined_position)
  include (referrals) where erased_at is null and not (state = 'waiting' and not is_rejected);
