-- The first migration. No foreign keys: see docs/decisions/0041-one-joining-rule.md.

create extension if not exists pg_trgm;

create table settings (
  key text primary key,
  value jsonb not null
);

-- One row. Its lock orders every join, so positions have no gap and no repeat.
create table waitlist_counter (
  id smallint primary key check (id = 1),
  last_position integer not null, -- the highest joining position ever given, erased entries included
  entries integer not null, -- entries that are not erased
  time_zone text, -- whose days the rollups are in; null until they are made
  updates bigint not null default 0, -- grows with every change of what is known of an entry
  syncs bigint not null default 0, -- grows when a sync begins or ends
  rank_mark bigint not null default 0, -- unused; servers before version 1.0 write it
  messages bigint not null default 0, -- grows with every new message and every mark
  -- The referral rule in force. Null: what src/site/referral.ts says. See docs/decisions/0120-marks-are-personal.md.
  places_per_friend integer,
  most_places integer -- by friends, for one person; null for no limit
);

insert into waitlist_counter (id, last_position, entries) values (1, 0, 0);

create table waitlist_entries (
  id uuid primary key,
  email text unique, -- null once erased
  joined_position integer not null unique check (joined_position >= 1),
  credited_places integer not null default 0, -- the sum of this entry's counted credits
  position integer not null generated always as (greatest(1, joined_position - credited_places)) stored,
  referrals integer not null default 0, -- the number of this entry's counted credits
  referral_code text not null, -- the first code; aliases stand in referral_codes alone
  newest_code text not null,
  code_count smallint not null default 1,
  used_referral_code text, -- as typed, also when it is nobody's
  business_name text,
  is_solo_provider boolean,
  job_industry text,
  problems text[] not null default '{}',
  other_problem text,
  goals text[] not null default '{}',
  other_goal text,
  price_range text,
  utm jsonb,
  elapsed_ms integer, -- from opening the form to sending it
  is_seeded boolean not null default false, -- made up by the seed command: no jobs, no sync
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  erased_at timestamptz,
  recent_changes timestamptz[], -- when joining again changed it, within the day before the latest of these
  further_answers jsonb, -- to questions without a column, by the question's name; null for none
  state text not null default 'waiting', -- once erased, `erased_at` says so
  is_rejected boolean not null default false,
  needs_confirmation boolean not null default false, -- stored when the entry joins; nothing else decides it
  confirmed_at timestamptz,
  is_doubtful boolean not null default false, -- a hold of the cause `signals` or `owner` is open
  rejected_before boolean not null default false, -- rejected from the start: its person had been rejected and then erased
  is_unproven boolean not null default false, -- the answers came from a browser without the entry's token
  privacy_version text, -- of the privacy page when the person joined last; null for earlier entries
  leaving_at timestamptz, -- when a person asked to leave while something is under way about them; they count as gone
  imported_by uuid, -- the act that made the entry; null for people who joined here, and once erased
  is_quiet boolean not null default false, -- imported, and has not written to us since: no mail, no service
  check ((email is null) = (erased_at is not null)),
  constraint waitlist_entries_state check (state in ('waiting', 'invited', 'admitted'))
);

-- Who is let in first. Nobody ties: the joining position is unique. A range of days is found in the index alone.
create index waitlist_entries_launch on waitlist_entries (position, (-referrals), joined_position)
  include (id, referrals, created_at) where erased_at is null;

create index waitlist_entries_referrers on waitlist_entries (referrals desc, position, joined_position)
  include (id, created_at) where referrals > 0 and erased_at is null;

-- Few entries have no rank, and joining makes none. So a place counts the entries before it in the index of the launch
-- order, and takes off these. An index of the ranked ones would cost every join.
create index waitlist_entries_unranked on waitlist_entries (position, (-referrals), joined_position)
  include (referrals) where erased_at is null and not (
    state = 'waiting' and not is_rejected and (confirmed_at is not null or not needs_confirmation));

-- What was changed after it was stored: see docs/decisions/0050-one-filter-model.md.
create index waitlist_entries_changed on waitlist_entries (updated_at) where updated_at <> created_at;
create index waitlist_entries_unconfirmed on waitlist_entries (created_at)
  where needs_confirmation and confirmed_at is null and erased_at is null;
create index waitlist_entries_doubtful on waitlist_entries (id) where is_doubtful;
create index waitlist_entries_rejected on waitlist_entries (id) where is_rejected;
create index waitlist_entries_erased on waitlist_entries (joined_position) where erased_at is not null;

-- Every code ever handed out, aliases included.
create table referral_codes (
  code text primary key,
  entry_id uuid not null,
  created_at timestamptz not null default now(),
  imported_by uuid -- the act that brought a code of another list
);

-- Finds a code by how it looks: see docs/decisions/0041-one-joining-rule.md. New codes have none of these characters, so
-- joining never writes this index.
create index referral_codes_look on referral_codes (translate(upper(code), 'OIL', '011'))
  where code <> translate(upper(code), 'OIL', '011');

-- The ledger: who brought whom. A friend credits one entry at most.
create table credits (
  friend_id uuid primary key,
  referrer_id uuid not null,
  places integer not null check (places >= 0),
  state text not null check (state in ('counted', 'held', 'rejected')),
  created_at timestamptz not null default now(), -- when the friend joined
  check (friend_id <> referrer_id)
);

-- The friends of one referrer, newest first or in a range of days, and all friends who joined in a range of days. The
-- first is enough to count them.
create index credits_by_referrer on credits (referrer_id, created_at, friend_id) include (state);
create index credits_joined on credits (created_at, referrer_id) where state = 'counted';

-- The part of the ledger that names no friends: how many an imported person had brought to the other list.
create table imported_credits (
  entry_id uuid primary key,
  friends integer not null check (friends > 0),
  places integer not null check (places >= 0), -- what they count for together
  act_id uuid not null, -- the act that brought them
  moves boolean not null default true -- whether these friends move their person at all
);

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

create table referral_rules (
  act_id uuid primary key, -- ids are in the order of time: the newest rule in force counts
  places integer not null check (places between 0 and 50),
  most_places integer,
  is_in_force boolean not null default true
);

-- The places that credits had before an act gave them those of its rule.
create table credit_changes (
  act_id uuid not null,
  credit uuid not null, -- the friend; of an imported credit, the person who has it
  is_imported boolean not null,
  referrer_id uuid not null,
  places integer not null,
  primary key (act_id, referrer_id, credit, is_imported)
);

-- How many ranked entries there are in each bucket of launch order: see docs/decisions/0140-one-log-of-entries.md.
create table rank_sums (
  bucket bigint primary key, -- see src/server/places/rank-sums.ts
  entries integer not null
) with (fillfactor = 50); -- space in each page lets a row change in place

-- The answers that an entry had before it joined again: see docs/decisions/0128-confirming-is-joining.md.
create table entry_revisions (
  id uuid primary key,
  entry_id uuid not null,
  answers jsonb not null,
  replaced_at timestamptz not null default now(),
  is_unproven boolean not null default false -- as for the entry
);

create index entry_revisions_entry on entry_revisions (entry_id);

-- What each submission was answered, so that a retry is answered the same and does nothing twice.
create table submissions (
  entry_id uuid not null,
  submission_id text not null,
  position integer not null,
  referral_code text not null,
  is_new boolean not null,
  created_at timestamptz not null default now(),
  primary key (entry_id, submission_id)
);

-- What somebody sent in the name of a person on the list, until that person confirms it.
create table waiting_answers (
  id uuid primary key,
  entry_id uuid not null,
  submission_id text, -- the same again is a retry
  full_name text not null,
  answers jsonb not null,
  created_at timestamptz not null default now(),
  used_referral_code text,
  utm jsonb,
  is_asked boolean not null default false, -- whether a mail has asked about them
  unique (entry_id, submission_id)
);

create index waiting_answers_created on waiting_answers (created_at);

-- The address that replaces a person's as soon as it confirms. Null: it has, and the link may be pressed again.
create table email_changes (
  entry_id uuid primary key,
  email text,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz, -- set while something is under way about the person, after which a job changes it
  recent timestamptz[] not null -- when they asked, within the day before the latest of these
);

create index email_changes_asked on email_changes (asked_at);

-- How often the tokens of one purpose were revoked; without a row, never. A token names the generation it was signed in.
create table token_generations (
  entry_id uuid not null,
  purpose text not null,
  generation integer not null,
  primary key (entry_id, purpose)
);

-- What the dashboard reads, written with each join: see docs/decisions/0140-one-log-of-entries.md and
-- docs/decisions/0140-one-log-of-entries.md.

-- The place of each choice ever offered in the arrays and bit masks below.
create table choice_slots (
  kind text not null check (kind in ('problem', 'goal')),
  slot smallint not null check (slot between 0 and 49),
  name text not null,
  primary key (kind, slot),
  unique (kind, name)
);

-- What the list is filtered, searched and sorted by: a row per entry that is not erased, untouched by credits.
create table entry_listing (
  entry_id uuid primary key,
  created_at timestamptz not null,
  search text collate "C" not null, -- folded email, business name and industry
  business text collate "C" not null, -- folded, to sort by
  industry text not null, -- 'Unknown' for none, as the price
  is_solo boolean,
  price text not null,
  problems bigint not null, -- a bit per slot
  goals bigint not null,
  is_referred boolean not null,
  source text, -- what the link said, null for nothing
  choices text[] -- of questions without a column: the question's name, a unit separator (U+001F), the choice; null for none
);

create index entry_listing_created on entry_listing (created_at, entry_id);
create index entry_listing_email on entry_listing (search, entry_id);
create index entry_listing_business on entry_listing (business, entry_id);

-- New rows wait in a list that the server empties beside the joins; only if it does not, a join has to.
create index entry_listing_search on entry_listing using gin (search gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 65536);

-- Sums over the entries of one of the owner's days that are alike. Space in each page lets a row change in place.
create table rollup_days (
  day date not null,
  industry text not null,
  is_solo boolean,
  price text not null,
  entries integer not null,
  referred integer not null,
  problems integer[] not null, -- how many chose each, by slot from 1 on
  goals integer[] not null,
  unique nulls not distinct (day, industry, is_solo, price)
) with (fillfactor = 50);

create table rollup_sources (
  day date not null,
  industry text not null,
  is_solo boolean,
  price text not null,
  source text not null,
  entries integer not null,
  unique nulls not distinct (day, industry, is_solo, price, source)
) with (fillfactor = 50);

-- Sums of each choice in questions without a column.
create table rollup_choices (
  day date not null,
  industry text not null,
  is_solo boolean,
  price text not null,
  choice text not null,
  entries integer not null,
  unique nulls not distinct (day, industry, is_solo, price, choice)
) with (fillfactor = 50);

create table admin_sessions (
  token_hash bytea primary key,
  password jsonb not null, -- the hash that opened it: another password ends it
  expires_at timestamptz not null
);

-- What each outside channel has of each person: see docs/decisions/0021-one-record-per-person-in-each-service.md.
create table deliveries (
  entry_id uuid not null, -- the entry's that it is about, or the contact message's
  channel text not null, -- the name of the job that serves it
  friend_id uuid, -- whom a referral notification is about
  state text not null,
  remote_id text,
  content_hash text,
  error text,
  changed_at timestamptz not null default now(),
  claimed_until timestamptz, -- until then somebody is at it
  delivered_at timestamptz, -- when it was last done
  claimed_by uuid, -- one attempt: only the attempt that holds the claim may renew it or record how it ended
  is_asked_again boolean not null default false, -- another job was written while somebody was at it
  newest_name bigint, -- the version of the newest full name that is to reach Notion, see `Jobs`
  sent_name bigint, -- the version of the newest that has reached it
  earlier timestamptz[], -- when this mail went out before, newest first, at most twenty times; null for services
  asked timestamptz[], -- when the person asked for it at their own place, within the day before the latest
  asked_by_joiner timestamptz[], -- the same with the token from joining: its holder may have typed another's address
  unique nulls not distinct (entry_id, channel, friend_id)
);

create index deliveries_state on deliveries (channel, state, changed_at desc, entry_id);
-- Finds the times at which people asked for links, to forget them after a day.
create index deliveries_asked on deliveries (entry_id) where asked is not null or asked_by_joiner is not null;

-- One row each, whose lock paces the calls of all servers together.
create table outside_services (
  service text primary key,
  next_call_at timestamptz not null default now(), -- when the next call may go out
  paused_until timestamptz, -- nothing goes out before
  problem text, -- what is wrong with the service as a whole, in the owner's words
  failures integer not null default 0, -- in a row
  changed_at timestamptz not null default now(),
  is_misconfigured boolean not null default false, -- a pause ends only when the owner has put something right
  delivery_problem text, -- what only a delivery finds and only a delivery disproves: a test sees nothing of it
  held_at timestamptz -- the instant of the backup that this list was restored from; nothing is sent until the owner releases it
);

insert into outside_services (service) values ('mail'), ('notion'), ('beehiiv');

-- Each time the owner synced everybody to Beehiiv.
create table sync_runs (
  id uuid primary key,
  started_at timestamptz not null default now(),
  total integer not null, -- entries to go through
  done integer not null default 0, -- entries gone through
  last_position integer not null default 0, -- the joining position of the last of them
  synced integer not null default 0,
  errors integer not null default 0,
  details text[] not null default '{}',
  problem text, -- why it ended early
  finished_at timestamptz
);

create unique index sync_runs_one_at_a_time on sync_runs ((1)) where finished_at is null;

-- Who wants no more mail.
create table mail_opt_outs (
  entry_id uuid primary key,
  created_at timestamptz not null default now()
);

-- Entries whose address their mail server refuses for good. A corrected address deletes the row.
create table mail_bounces (
  entry_id uuid primary key,
  reason text not null, -- in the owner's words
  created_at timestamptz not null default now(),
  kind text not null default 'bounce' check (kind in ('bounce', 'complaint')) -- a complaint: they called it spam
);

-- When each referrer was last mailed about friends: see docs/decisions/0020-mail-templates-without-a-framework.md.
create table referral_mails (
  entry_id uuid primary key,
  sent_at timestamptz[] not null -- the newest first, four at most; one that is under way is in it
);

-- How many mails went out in a window of time. The key is a keyed hash; rows are dropped after a day.
create table mail_budgets (
  scope text not null check (scope in ('all', 'domain', 'recipient')),
  key text not null,
  since timestamptz not null, -- the beginning of the window
  sent integer not null default 0,
  doubtful integer not null default 0, -- those of them that went to doubtful entries
  delayed integer not null default 0, -- mails that were put off to a later window
  primary key (scope, key, since)
);

-- What was written on the contact page.
create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  done_at timestamptz
);

create index contact_messages_email on contact_messages (email);
create index contact_messages_unread on contact_messages (id) where read_at is null;
create index contact_messages_open on contact_messages (id) where done_at is null;
create index contact_messages_done on contact_messages (id) where done_at is not null;

-- How often something happened, in buckets of 15 minutes UTC, from which the days of every time zone can be made.
create table analytics_counts (
  bucket timestamptz not null, -- when its 15 minutes begin
  event text not null, -- an event's name, as in src/shared/joining/analytics-event.ts
  detail text not null, -- the page, the step, the way of sharing, or nothing
  utm_source text not null, -- what the visitor's link named as its origin, or nothing
  count integer not null,
  folded integer not null default 0, -- the part of the count that is in analytics_days
  primary key (bucket, event, detail, utm_source)
);

create index analytics_counts_unfolded on analytics_counts (bucket) where count <> folded;

-- The same per day UTC: see docs/decisions/0140-one-log-of-entries.md.
create table analytics_days (
  day date not null,
  event text not null,
  detail text not null,
  count bigint not null, -- the sum of `folded` in analytics_counts
  primary key (day, event, detail)
);

-- What the owner does to many people at once. An act's row and its entries name people by id; what the owner wrote
-- about somebody stands in the tables of the tags and notes, which erasing empties.
create table acts (
  id uuid primary key, -- a UUID version 7, so that ids are in the order of time
  kind text not null,
  selection jsonb not null, -- how the entries were selected, without a search text
  params jsonb not null,
  facet text not null, -- the part of each entry that it changes
  actor text not null, -- a label of the owner's session
  undoes uuid, -- the act that this one takes back
  state text not null default 'running' check (state in ('running', 'stopping', 'stopped', 'done')),
  total integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  skipped integer not null default 0,
  problem text, -- why its last try failed; null once it goes on
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  taken_back integer not null default 0 -- how many of its changes are taken back
);

create index acts_undoes on acts (undoes) where undoes is not null;
-- Two undos of one act never run at once.
create unique index acts_undone_now on acts (undoes) where undoes is not null and state in ('running', 'stopping');

-- The entries of an act, and what it did to each. An undo leaves out people whom a later act has changed, so each change
-- knows whether an undo has taken it back, and an act may be undone more than once.
create table act_entries (
  act_id uuid not null,
  entry_id uuid not null,
  facet text not null,
  state text not null default 'waiting' check (state in ('waiting', 'changed', 'unchanged', 'skipped')),
  reason text, -- why it was skipped
  before jsonb,
  after jsonb,
  applied bigint, -- the counter's `updates` when it was changed: the order of all changes to an entry
  is_taken_back boolean not null default false,
  primary key (act_id, entry_id)
);

create index act_entries_waiting on act_entries (act_id, entry_id) where state = 'waiting';
create index act_entries_skipped on act_entries (act_id, entry_id) where state = 'skipped';
create index act_entries_changed on act_entries (entry_id, facet, applied) where state = 'changed';

create table entry_tags (
  entry_id uuid not null,
  tag text not null,
  added_at timestamptz not null default now(),
  primary key (entry_id, tag)
);

create index entry_tags_tag on entry_tags (tag, entry_id);

-- A note is stored with each entry that it is about.
create table entry_notes (
  entry_id uuid not null,
  act_id uuid not null,
  text text not null,
  is_shown boolean not null default false, -- false before the act has come to the entry, and once it is undone
  created_at timestamptz not null default now(),
  primary key (entry_id, act_id)
);

-- What the acts that correct an address must not hold themselves: see docs/decisions/0053-acts-in-parts.md.
create table email_corrections (
  entry_id uuid,
  act_id uuid,
  email text not null, -- the corrected address
  before text, -- the address that it replaced; null until it has
  created_at timestamptz not null default now(),
  primary key (entry_id, act_id)
);

create index email_corrections_act on email_corrections (act_id);
create index email_corrections_created on email_corrections (created_at);

-- The rows of an imported file until its act has stored them: see docs/decisions/0092-imports.md. A row that has an
-- `email` is not stored yet.
create table import_rows (
  act_id uuid not null,
  entry_id uuid not null, -- the person on the list who has this address, or the entry that the row will be
  line integer not null,
  email text, -- null once stored, as `data`
  data jsonb,
  code text, -- the referral code that people have shared; null for none that can be kept
  friends integer not null default 0, -- how many friends the file only counts
  referrer_code text,
  referrer_id uuid, -- the entry that gets a credit for this person; null for none
  primary key (act_id, entry_id)
);

-- Finds the people whose credit waits until their referrer is stored.
create index import_rows_referrer on import_rows (act_id, referrer_id) where email is null;
create index import_rows_entry on import_rows (entry_id);
create index import_rows_email on import_rows (email) where email is not null;

-- Every erased entry, and when: what the receipt and the journal in DATA_DIR are compared with. See
-- docs/decisions/0056-what-erasing-leaves.md.
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
  earlier jsonb not null default '[]', -- addresses that the person had before, with what the service knows them by
  primary key (entry_id, channel)
);

create index outside_remains_email on outside_remains (email, channel);

-- What is known of a join besides its answers, for the rules that find farms: see docs/decisions/0120-marks-are-personal.md.
-- Written by the joining statement in the order of the positions, and forgotten after thirty days.
create table join_traces (
  position integer primary key,
  entry_id uuid not null,
  referrer_id uuid,
  at timestamptz not null,
  block bigint, -- a keyed hash of the network; null for internal addresses
  opened_at timestamptz, -- when the form was opened, as its stamp says; null without a stamp
  stamp bigint -- which stamp it was
);

-- What speaks against an entry. Rows are only added: the newest row of a signal counts, and 0 points take it back.
create table entry_signals (
  entry_id uuid not null,
  signal text not null, -- see src/site/trust.ts
  at timestamptz not null default clock_timestamp(),
  version smallint not null, -- of the rules
  points smallint not null,
  evidence jsonb,
  primary key (entry_id, signal, at)
);

-- The mailboxes of addresses that are one of many ways to write them: 'a.b+c@gmail.com' is in 'ab@gmail.com'.
create table mailboxes (
  entry_id uuid primary key,
  mailbox text not null
);

create index mailboxes_mailbox on mailboxes (mailbox);

-- How far each kind of judging has come. A server that judges holds the row's lock.
create table judging (
  name text primary key,
  position integer not null -- the last one that was judged
);

insert into judging (name, position) values ('joins', 0), ('domains', 0);

-- Whether mail can be sent to a domain, as far as it was looked up.
create table mail_domains (
  domain text primary key,
  receives_mail boolean not null,
  checked_at timestamptz not null
);

-- What the owner decided about future joins. The act that made a rule puts it out of force when it is undone.
create table trust_rules (
  subject text not null check (subject in ('domain', 'block')),
  value text not null, -- the domain, or the keyed hash of the network
  verdict text not null check (verdict in ('hold', 'trust')),
  act_id uuid not null, -- the act that put it in force last
  is_active boolean not null default true,
  is_judged boolean not null default false, -- whether the people whom it is about were judged since it changed
  changed_at timestamptz not null default now(),
  primary key (subject, value)
);

-- How often each key of a limit was seen in its window, by all servers. A lost row is no loss, and nothing here is written
-- to the disk in a hurry.
create unlogged table rate_counts (
  key text primary key, -- a keyed hash
  count integer not null,
  ends_at timestamptz not null
);

-- Codes, networks, or in the end the whole list, whose joins have to show a proof of work until then.
create table trust_alarms (
  scope text not null check (scope in ('code', 'block', 'all')),
  key text not null, -- the code by how it looks, the keyed hash of the network, or nothing
  until timestamptz not null,
  primary key (scope, key)
);

-- A proof is good for one submission.
create table used_proofs (
  id text primary key, -- the signature of the challenge
  submission text not null, -- a hash
  used_at timestamptz not null default now()
);

-- The waves in which people are let in: see docs/decisions/0089-invitations.md.
create table waves (
  id uuid primary key, -- the act's
  filters jsonb not null, -- with fixed days, and without a search text
  has_search boolean not null,
  seats integer not null,
  subject text not null,
  body text not null,
  sends_at timestamptz not null,
  per_hour integer, -- the most mails in an hour; null for no limit
  fills boolean not null, -- a seat that was not taken goes to the next in line
  is_called_back boolean not null default false, -- and no seat is filled any more
  includes_ended boolean not null,
  created_at timestamptz not null default now(),
  ready_at timestamptz, -- when its act was over, before which no mail leaves
  next_mail_at timestamptz not null, -- at its pace
  next_fill_at timestamptz not null default now() -- later after a look that found too few people
);

create table invitations (
  id uuid primary key,
  wave_id uuid not null,
  entry_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'accepted', 'ended', 'called back', 'dropped')),
  reason text, -- why it was dropped or ended early
  invited_at timestamptz not null default now(),
  queued_at timestamptz, -- when its mail was left to the queue
  leaving_at timestamptz, -- while its mail is on its way to the mail server
  sent_at timestamptz,
  remind_at timestamptz,
  reminded_at timestamptz,
  ends_at timestamptz,
  opened_at timestamptz,
  accepted_at timestamptz,
  redeemed_at timestamptz,
  closed_at timestamptz, -- when it was ended, called back or dropped
  is_vacant boolean not null default false -- its seat waits for the next in line
);

-- Nobody has two open invitations.
create unique index invitations_open on invitations (entry_id) where state in ('waiting', 'sent');
create index invitations_entry on invitations (entry_id, invited_at);
create index invitations_wave on invitations (wave_id, state);
create index invitations_unqueued on invitations (wave_id) where state = 'waiting' and queued_at is null;
create index invitations_reminding on invitations (remind_at) where state = 'sent' and reminded_at is null;
create index invitations_ending on invitations (ends_at) where state = 'sent';
create index invitations_vacant on invitations (wave_id) where is_vacant;

-- Each backup that was begun. `day`: the owner's day of a nightly one, null for one by hand. `problem`: why it failed.
create table backups (
  id uuid primary key,
  day date unique,
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  file text,
  bytes bigint,
  entries integer,
  problem text
);
