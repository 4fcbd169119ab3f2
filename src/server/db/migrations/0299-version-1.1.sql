-- A list of version 1.1. Further migrations follow by their numbers.

create extension if not exists pg_trgm;

-- One row. Its lock orders every join, so positions have no gap and no repeat.
create table waitlist_counter (
  id smallint primary key,
  last_position integer not null, -- the highest joining position ever given, erased entries included
  entries integer not null, -- entries that are not erased
  time_zone text, -- whose days the rollups are in; null until they are made
  updates bigint not null default 0, -- grows with every change of what is known of an entry
  syncs bigint not null default 0, -- grows when a sync begins or ends
  messages bigint not null default 0, -- grows with every new message and every mark
  -- The referral rule in force. Null: what src/site/referral.ts says. See docs/decisions/0120-marks-are-personal.md.
  places_per_friend integer,
  most_places integer, -- by friends, for one person; null for no limit
  most_unproven integer,
  last_event bigint not null default 0,
  privacy_text integer,
  forgotten_events bigint not null default 0,
  rule integer not null default 1,
  bonus integer not null default 0, -- places for a newcomer by a link
  first_places integer, -- what the site's own rule gave when entries were last counted
  check (id = 1)
);

-- What happened to each entry, in one order: see docs/decisions/0140-one-log-of-entries.md.
create table events (
  seq bigint primary key, -- given out under the counter's lock, without gaps
  entry_id uuid not null,
  kind text not null,
  at timestamptz not null default now(),
  act_id uuid, -- the act that did it
  data jsonb, -- ids and numbers only
  check (kind in ('joined', 'rejoined', 'confirmed', 'corrected', 'changed', 'readdressed', 'counted', 'uncounted',
    'moved', 'marked', 'unmarked', 'accepted', 'rejected', 'reviewed', 'tagged', 'untagged', 'noted', 'unnoted',
    'invited', 'invitation-sent', 'invitation-ended', 'admitted', 'left'))
);
create index events_entry on events (entry_id, seq);
create index events_left on events (seq) where kind = 'left';

-- How far each follower of the log has come. A server that follows the log under a name holds the row's lock.
create table followers (
  name text primary key,
  seq bigint not null -- the last one that was read
);

-- Events that a follower could not follow. They are tried again; events of other entries do not wait for them.
create table events_set_aside (
  follower text not null,
  seq bigint not null,
  entry_id uuid not null,
  error text not null, -- without any value
  since timestamptz not null default now(),
  primary key (follower, seq)
);
create index events_set_aside_entry on events_set_aside (entry_id);

create table waitlist_entries (
  id uuid primary key,
  email text unique, -- null once erased
  joined_position integer not null unique,
  credited_places integer not null default 0, -- the sum of this entry's counted credits
  position integer not null generated always as (greatest(1, (joined_position - credited_places))) stored,
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
  -- rejected from the start: its person had been rejected and then erased
  rejected_before boolean not null default false,
  is_unproven boolean not null default false, -- the answers came from a browser without the entry's token
  privacy_version text, -- of the privacy page when the person joined last; null for earlier entries
  leaving_at timestamptz, -- when a person asked to leave while something is under way about them; they count as gone
  imported_by uuid, -- the act that made the entry; null for people who joined here, and once erased
  is_quiet boolean not null default false, -- imported, and has not written to us since: no mail, no service
  is_accepted boolean not null default false,
  unproven_friends integer not null default 0,
  is_by_key boolean not null default false,
  site_version integer,
  inviter_id uuid,
  marks text[], -- what this join itself shows: see src/site/trust.ts; null for nothing
  counts boolean not null default false, -- for the inviter
  mailbox text, -- of an address that is one of many ways to write it
  rule integer, -- that the entry stands under; null without inviter and friends, 0 to be counted again
  imported_friends integer not null default 0, -- that no entry stands for, and are in `referrals`
  resting_friends integer not null default 0, -- of these, those who bring no places
  -- a mark is open
  is_doubtful boolean not null generated always as (marks is not null and not is_accepted) stored,
  updates_off_at timestamptz,
  rivals text[], -- codes of other inviters, from forms that came while nobody had proven the entry
  own_domain text, -- that somebody registered, if it is not the last two labels of the address: 'salon.co.uk'
  submission_id text, -- of the join: the same again is a retry
  answered_position integer, -- what the join was answered, if not the joining position
  seen_at timestamptz, -- when a visitor or a program sent the join; null after thirty days
  block bigint, -- the keyed hash of the network, for as long; null for internal addresses
  language text not null default 'en',
  named_code text, -- that they joined with, while it was in force
  friend_mails text not null default 'each', -- how often somebody wants mail about friends who join
  check ((email is null) = (erased_at is not null)),
  check (joined_position >= 1),
  constraint waitlist_entries_state check (state in ('waiting', 'invited', 'admitted')),
  check (friend_mails in ('each', 'weekly', 'never'))
);
-- What was changed after it was stored: see docs/decisions/0050-one-filter-model.md.
create index waitlist_entries_changed on waitlist_entries (updated_at) where updated_at <> created_at;
create index waitlist_entries_contested on waitlist_entries (inviter_id) where rivals is not null;
create index waitlist_entries_counting on waitlist_entries (created_at, inviter_id) where counts;
create index waitlist_entries_doubtful on waitlist_entries (id) where is_doubtful;
create index waitlist_entries_erased on waitlist_entries (joined_position) where erased_at is not null;
create index waitlist_entries_friends on waitlist_entries (referrals, (-joined_position)) where erased_at is null;
-- The friends of one inviter, newest first or in a range of days, and all friends who joined in a range of days.
create index waitlist_entries_inviter on waitlist_entries (inviter_id, created_at, id)
  include (counts) where inviter_id is not null;
-- Who is let in first. Nobody ties: the joining position is unique. A range of days is found in the index alone.
create index waitlist_entries_launch on waitlist_entries (position, (-referrals), joined_position)
  include (id, referrals, created_at) where erased_at is null;
-- Who joined with a named code. Other joins do not write it.
create index waitlist_entries_named_code on waitlist_entries (named_code) where named_code is not null;
create index waitlist_entries_no_rank on waitlist_entries (position, (-referrals), joined_position)
  include (referrals) where erased_at is null and (not (state = 'waiting' and not is_rejected));
create index waitlist_entries_not_counting on waitlist_entries (inviter_id, joined_position)
  where inviter_id is not null and not counts;
create index waitlist_entries_referrers on waitlist_entries (referrals desc, position, joined_position)
  include (id, created_at) where referrals > 0 and erased_at is null;
create index waitlist_entries_rejected on waitlist_entries (id) where is_rejected;
create index waitlist_entries_rule on waitlist_entries (rule, joined_position) where rule is not null;
create index waitlist_entries_unconfirmed on waitlist_entries (created_at)
  where needs_confirmation and confirmed_at is null and erased_at is null;

-- Every code ever handed out, aliases included.
create table referral_codes (
  code text primary key,
  entry_id uuid, -- null for a named code
  created_at timestamptz not null default now(),
  imported_by uuid, -- the act that brought a code of another list
  submission_id text,
  position integer,
  check ((submission_id is null) = (position is null))
);
-- Codes of the owner's choice, for press and partners: nobody's, so joining by one credits nobody.
create table named_codes (
  code text primary key references referral_codes,
  ends_on date, -- the last day, of the owner's calendar
  most integer check (most >= 1), -- people
  joins integer not null default 0, -- people on the list who joined with it
  created_at timestamptz not null default now(),
  ended_at timestamptz, -- by the owner
  visits_since timestamptz not null default now() -- since when visits with it are counted
);

-- Under which name somebody wants to be on the leaderboard.
create table board_names (
  entry_id uuid primary key references waitlist_entries,
  name text not null,
  chosen_at timestamptz not null default now(),
  taken_off_at timestamptz -- by the owner: they cannot choose another
);

-- Only joining again writes it.
create index referral_codes_answered on referral_codes (entry_id) where submission_id is not null;
-- Finds a code by how it looks: see docs/decisions/0041-one-joining-rule.md. New codes have none of these characters, so
-- joining never writes this index.
create index referral_codes_look on referral_codes (translate(upper(code), 'OIL', '011'))
  where code <> translate(upper(code), 'OIL', '011');

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
create index import_rows_email on import_rows (email) where email is not null;
create index import_rows_entry on import_rows (entry_id);
-- Finds the people whose credit waits until their referrer is stored.
create index import_rows_referrer on import_rows (act_id, referrer_id) where email is null;

-- How many friends a person has beside those on the list: an import counted them, or they left before version 1.1.
create table imported_friends (
  entry_id uuid not null,
  act_id uuid, -- the import; null for friends who left
  friends integer not null,
  moves boolean not null, -- whether they bring places
  check (friends > 0),
  unique nulls not distinct (entry_id, act_id)
);

-- What the acts that correct an address must not hold themselves: see docs/decisions/0053-acts-in-parts.md.
create table email_corrections (
  entry_id uuid not null,
  act_id uuid not null,
  email text not null, -- the corrected address
  before text, -- the address that it replaced; null until it has
  created_at timestamptz not null default now(),
  primary key (entry_id, act_id)
);
create index email_corrections_act on email_corrections (act_id);
create index email_corrections_created on email_corrections (created_at);

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
  state text not null default 'running',
  total integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  skipped integer not null default 0,
  problem text, -- why its last try failed; null once it goes on
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  taken_back integer not null default 0, -- how many of its changes are taken back
  account_id uuid,
  check (state in ('running', 'stopping', 'stopped', 'done'))
);
create index acts_account on acts (account_id, id) where account_id is not null;
create index acts_undoes on acts (undoes) where undoes is not null;
-- Two undos of one act never run at once.
create unique index acts_undone_now on acts (undoes) where undoes is not null and state in ('running', 'stopping');

-- The entries of an act, and what it did to each. An undo leaves out people whom a later act has changed, so each change
-- knows whether an undo has taken it back, and an act may be undone more than once.
create table act_entries (
  act_id uuid not null,
  entry_id uuid not null,
  facet text not null,
  state text not null default 'waiting',
  reason text, -- why it was skipped
  before jsonb,
  after jsonb,
  applied bigint, -- the counter's `updates` when it was changed: the order of all changes to an entry
  is_taken_back boolean not null default false,
  check (state in ('waiting', 'changed', 'unchanged', 'skipped')),
  primary key (act_id, entry_id)
);
create index act_entries_changed on act_entries (entry_id, facet, applied) where state = 'changed';
create index act_entries_noted on act_entries (act_id, entry_id) where reason is not null;
create index act_entries_waiting on act_entries (act_id, entry_id) where state = 'waiting';

create table entry_tags (
  entry_id uuid not null,
  tag text not null,
  added_at timestamptz not null default now(),
  imported_by uuid,
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
  next_fill_at timestamptz not null default now(), -- later after a look that found too few people
  finished_at timestamptz,
  texts jsonb not null default '{}' -- in other languages than the first: by language, the texts of the same names
);

create table invitations (
  id uuid primary key,
  wave_id uuid not null,
  entry_id uuid not null,
  state text not null default 'waiting',
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
  is_vacant boolean not null default false, -- its seat waits for the next in line
  resent_at timestamptz,
  resends smallint not null default 0,
  check (state in ('waiting', 'sent', 'accepted', 'ended', 'called back', 'dropped'))
);
create index invitations_ending on invitations (ends_at) where state = 'sent';
create index invitations_entry on invitations (entry_id, invited_at);
-- Nobody has two open invitations.
create unique index invitations_open on invitations (entry_id) where state in ('waiting', 'sent');
create index invitations_reminding on invitations (remind_at) where state = 'sent' and reminded_at is null;
create index invitations_unqueued on invitations (wave_id) where state = 'waiting' and queued_at is null;
create index invitations_vacant on invitations (wave_id) where is_vacant;
create index invitations_wave on invitations (wave_id, state);

-- Rewards for friends who count: see src/server/rewards/README.md.
create table milestones (
  id uuid primary key, -- the act that adds it has the same id
  friends integer not null,
  words text not null,
  does text not null,
  tag text,
  note text not null, -- how to use a code
  after_event bigint not null, -- who had reached it by then was asked about when it was added
  created_at timestamptz not null default now(),
  ended_at timestamptz, -- nobody earns it any more
  check ((does = 'tag') = (tag is not null)),
  check (does in ('nothing', 'tag', 'code', 'webhook', 'invitation')),
  check (friends >= 1 and (friends <= 10000))
);

create table rewards (
  milestone_id uuid not null,
  entry_id uuid not null,
  state text not null,
  because text, -- why it is taken back; before: reached before there was the milestone
  reached_at timestamptz not null, -- when their friends last rose to the number
  handed_out_at timestamptz,
  check (because in ('below', 'owner', 'before')),
  check ((state = 'taken-back') = (because is not null)),
  check ((state = 'handed-out') = (handed_out_at is not null)),
  check (state in ('earned', 'handed-out', 'taken-back')),
  primary key (milestone_id, entry_id)
);
create index rewards_due on rewards (reached_at) where state = 'earned';
create index rewards_entry on rewards (entry_id);

-- The owner's codes. One that was given stays, also when its person is erased, so that nobody gets it again.
create table reward_codes (
  code text primary key,
  milestone_id uuid not null,
  state text not null default 'unused',
  entry_id uuid,
  given_at timestamptz,
  check ((state = 'given') = (given_at is not null)),
  check (state = 'given' or entry_id is null),
  check (state in ('unused', 'perhaps-used', 'given')),
  unique (milestone_id, entry_id)
);
create index reward_codes_entry on reward_codes (entry_id) where entry_id is not null;
create index reward_codes_unused on reward_codes (milestone_id, code) where state = 'unused';

-- Views of People that colleagues share.
create table saved_views (
  id uuid primary key,
  name text not null unique,
  query text not null,
  created_at timestamptz not null default now()
);

-- How many ranked entries there are in each bucket of launch order: see docs/decisions/0140-one-log-of-entries.md.
create table rank_sums (
  bucket bigint primary key, -- see src/server/people/places/read-ranks.ts
  entries integer not null
)
with (fillfactor='50');

-- The keys by which addresses are compared: see docs/decisions/0102-addresses-are-compared-by-a-key.md. Nearly every
-- address is its own key and has no row.
create table email_keys (
  entry_id uuid primary key,
  email text not null, -- whose key this is: a row with an earlier address says nothing
  key text not null
);
create index email_keys_key on email_keys (key);

-- How far each kind of judging has come. A server that judges holds the row's lock.
create table judging (
  name text primary key,
  position integer not null
);

-- Whether mail can be sent to a domain, as far as it was looked up.
create table mail_domains (
  domain text primary key,
  receives_mail boolean not null,
  checked_at timestamptz not null
);

-- What the owner decided about future joins. The act that made a rule puts it out of force when it is undone.
create table trust_rules (
  value text primary key, -- the domain, or the keyed hash of the network
  verdict text not null,
  act_id uuid not null, -- the act that put it in force last
  is_active boolean not null default true,
  changed_at timestamptz not null default now(),
  check (verdict in ('trust', 'refuse'))
);

-- Codes, networks, or in the end the whole list, whose joins have to show a proof of work until then.
create table trust_alarms (
  scope text not null,
  key text not null, -- the code by how it looks, the keyed hash of the network, or nothing
  until timestamptz not null,
  check (scope in ('code', 'block', 'all')),
  primary key (scope, key)
);

-- A proof is good for one submission.
create table used_proofs (
  id text primary key, -- the signature of the challenge
  submission text not null, -- a hash
  used_at timestamptz not null default now()
);

-- How often each key of a limit was seen in its window, by all servers. A lost row is no loss, and nothing here is written
-- to the disk in a hurry.
create unlogged table rate_counts (
  key text primary key, -- a keyed hash
  count integer not null,
  ends_at timestamptz not null
);

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
  -- addresses that the person had before, with what the service knows them by
  earlier jsonb not null default '[]'::jsonb,
  primary key (entry_id, channel)
);
create index outside_remains_email on outside_remains (email, channel);

-- The answers that an entry had before it joined again: see docs/decisions/0128-confirming-is-joining.md.
create table entry_revisions (
  id uuid primary key,
  entry_id uuid not null,
  answers jsonb not null,
  replaced_at timestamptz not null default now(),
  is_unproven boolean not null default false -- as for the entry
);
create index entry_revisions_entry on entry_revisions (entry_id);

-- The addresses that people had before, for RETENTION_DAYS, as keyed hashes.
create table former_addresses (
  entry_id uuid not null,
  generation integer not null, -- of the links to unsubscribe that were mailed there
  since timestamptz not null, -- when that generation began
  hash bytea not null,
  left_at timestamptz not null default now(),
  primary key (entry_id, generation)
);
create index former_addresses_left on former_addresses (left_at);

-- The address that replaces a person's as soon as it confirms. Null: it has, and the link may be pressed again.
create table email_changes (
  entry_id uuid primary key,
  email text,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz, -- set while something is under way about the person, after which a job changes it
  recent timestamptz[] not null -- when they asked, within the day before the latest of these
);
create index email_changes_asked on email_changes (asked_at);

-- People who must confirm their address join when they press the button in their mail: see
-- docs/decisions/0128-confirming-is-joining.md. Servers of the version before write needs_confirmation, the cause
-- `unconfirmed` and waiting_answers; src/server/erasing/turn-into-requests.ts makes requests of them.
-- What somebody sent in the name of an address, until the owner of that address confirms it.
create table join_requests (
  id uuid primary key,
  person_id uuid not null, -- the entry that has the address, or the id that its entry will have
  key text not null, -- by which addresses are compared
  submission_id text, -- the same again is a retry
  request jsonb not null,
  created_at timestamptz not null default now(),
  is_asked boolean not null default false, -- whether a mail has asked about them
  unique (person_id, submission_id)
);
create index join_requests_created on join_requests (created_at);
create index join_requests_key on join_requests (key);

-- Addresses that get one mail when the list opens, and are deleted then.
create table opening_requests (
  id uuid primary key,
  email text not null,
  email_key text not null unique,
  consent text not null, -- the sentence beside the button
  asked_at timestamptz not null default now(),
  language text not null default 'en'
);

-- The full names that Notion does not have yet: see docs/decisions/0056-what-erasing-leaves.md. A row goes when Notion has
-- the name, and after 30 days otherwise. deliveries.newest_name and sent_name are for servers of the version before.
create table full_names (
  entry_id uuid primary key,
  full_name text not null,
  is_unproven boolean not null default false, -- it came from a browser that showed no token of the entry
  given_at timestamptz not null default now()
);

-- What has to leave or to be done later: see src/server/outbox/README.md. A delivery of 1.0 had a row in `deliveries` and
-- a job of pg-boss; both become one row here.
create table outbox (
  id bigint generated always as identity primary key,
  channel text not null,
  subject uuid not null, -- an entry, a request to join, a message, an act or a sync
  friend_id uuid, -- whom a mail to their inviter is about
  data jsonb, -- ids and numbers that the channel needs beside its subject
  state text not null default 'waiting', -- owner has seen it
  due_at timestamptz not null default now(), -- of a waiting row: not before then
  attempts smallint not null default 0, -- that failed since it was last asked for
  claimed_until timestamptz, -- until then somebody is at it
  claimed_by uuid, -- one attempt: only the attempt that holds the claim may renew it or record how it ended
  is_asked_again boolean not null default false, -- it was asked for while somebody was at it
  error text, -- why the last attempt failed, or why nothing had to be sent
  remote_id text, -- the id of the page or subscription at the service, or the Message-ID
  content_hash text, -- of what the service has, after the place that has it
  delivered_at timestamptz, -- when it was last done
  earlier timestamptz[], -- when this mail went out before, newest first, at most twenty times; null for services
  asked timestamptz[], -- when the person asked for it at their own place, within the day before the latest
  asked_by_joiner timestamptz[], -- the same with the token from joining: its holder may have typed another's address
  changed_at timestamptz not null default now(),
  endpoint_id uuid, -- who is told
  event_id uuid, -- the same for all endpoints and attempts
  about uuid, -- whom or what the event is about
  check ((endpoint_id is null) = (channel <> 'tell-endpoint')),
  check ((endpoint_id is null) = (event_id is null)),
  check (state in ('waiting', 'kept', 'done', 'skipped', 'given up', 'dismissed')),
  unique nulls not distinct (subject, channel, friend_id)
);
create index outbox_about on outbox (about, endpoint_id, id) where about is not null;
-- Finds the times at which people asked for links, to forget them after a day.
create index outbox_asked on outbox (subject) where asked is not null or asked_by_joiner is not null;
create index outbox_due on outbox (channel, due_at, id) where state = 'waiting';
create index outbox_endpoint on outbox (endpoint_id, id) where endpoint_id is not null;
create index outbox_endpoint_due on outbox (endpoint_id, due_at, id)
  where state = 'waiting' and endpoint_id is not null;
create index outbox_failing on outbox (channel, changed_at desc, subject) where state = 'waiting' and error is not null;
create index outbox_state on outbox (channel, state, changed_at desc, subject);
create index outbox_update on outbox (friend_id, state) where channel = 'send-update';

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
  -- the instant of the backup that this list was restored from; nothing is sent until the owner releases it
  held_at timestamptz,
  catch_up_until timestamptz,
  retry_until timestamptz,
  missed int8multirange not null default '{}'
);

-- How often the tokens of one purpose were revoked; without a row, never. A token names the generation it was signed in.
create table token_generations (
  entry_id uuid not null,
  purpose text not null,
  generation integer not null,
  since timestamptz not null default '1970-01-01 00:00:00+00'::timestamptz,
  primary key (entry_id, purpose)
);

-- Who wants no more mail.
create table mail_opt_outs (
  entry_id uuid primary key,
  created_at timestamptz not null default now(),
  imported_by uuid
);

-- The addresses that want no mail, whoever has them, as keyed hashes: their link was mailed to them when somebody else,
-- or the same person earlier, had them.
create table address_opt_outs (
  hash bytea primary key,
  created_at timestamptz not null default now()
);

-- Entries whose address their mail server refuses for good. A corrected address deletes the row.
create table mail_bounces (
  entry_id uuid primary key,
  reason text not null, -- in the owner's words
  created_at timestamptz not null default now(),
  kind text not null default 'bounce', -- a complaint: they called it spam
  check (kind in ('bounce', 'complaint'))
);

-- How many mails went out in a window of time. The key is a keyed hash; rows are dropped after a day.
create table mail_budgets (
  scope text not null,
  key text not null,
  since timestamptz not null, -- the beginning of the window
  sent integer not null default 0,
  doubtful integer not null default 0, -- those of them that went to doubtful entries
  delayed integer not null default 0, -- mails that were put off to a later window
  check (scope in ('all', 'domain', 'recipient')),
  primary key (scope, key, since)
);

-- When each referrer was last mailed about friends: see docs/decisions/0020-mail-templates-without-a-framework.md.
create table referral_mails (
  entry_id uuid primary key,
  sent_at timestamptz[] not null -- the newest first, four at most; one that is under way is in it
);

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
create index contact_messages_done on contact_messages (id) where done_at is not null;
create index contact_messages_email on contact_messages (email);
create index contact_messages_open on contact_messages (id) where done_at is null;
-- Finds the few messages whose address may be another spelling of the same: see src/server/pages/messages.ts. There
-- are few messages, so this does not take long.
create index contact_messages_respelled on contact_messages (id) where email ~ '[^!-~]|\.$';
create index contact_messages_unread on contact_messages (id) where read_at is null;

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

-- What the list is filtered, searched and sorted by: a row per entry that is not erased, untouched by credits.
create table entry_listing (
  entry_id uuid primary key,
  created_at timestamptz not null,
  search text not null COLLATE pg_catalog."C", -- folded email, business name and industry
  business text not null COLLATE pg_catalog."C", -- folded, to sort by
  industry text not null, -- 'Unknown' for none, as the price
  is_solo boolean,
  price text not null,
  problems bigint not null, -- a bit per slot
  goals bigint not null,
  is_referred boolean not null,
  source text, -- what the link said, null for nothing
  -- of questions without a column: the question's name, a unit separator (U+001F), the choice; null for none
  choices text[]
);
create index entry_listing_business on entry_listing (business, entry_id);
create index entry_listing_created on entry_listing (created_at, entry_id);
create index entry_listing_email on entry_listing (search, entry_id);
-- New rows wait in a list that the server empties beside the joins; only if it does not, a join has to.
create index entry_listing_search on entry_listing using gin (search gin_trgm_ops) with (fastupdate='on',
    gin_pending_list_limit='65536');

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
)
with (fillfactor='50');

create table rollup_sources (
  day date not null,
  industry text not null,
  is_solo boolean,
  price text not null,
  source text not null,
  entries integer not null,
  unique nulls not distinct (day, industry, is_solo, price, source)
)
with (fillfactor='50');

-- Sums of each choice in questions without a column.
create table rollup_choices (
  day date not null,
  industry text not null,
  is_solo boolean,
  price text not null,
  choice text not null,
  entries integer not null,
  unique nulls not distinct (day, industry, is_solo, price, choice)
)
with (fillfactor='50');

-- What the dashboard reads, written with each join: see docs/decisions/0140-one-log-of-entries.md and
-- docs/decisions/0140-one-log-of-entries.md.
-- The place of each choice ever offered in the arrays and bit masks below.
create table choice_slots (
  kind text not null,
  slot smallint not null,
  name text not null,
  check (kind in ('problem', 'goal')),
  check (slot >= 0 and (slot <= 49)),
  unique (kind, name),
  primary key (kind, slot)
);

-- The people who can sign in to the dashboard: see docs/decisions/0025-wrong-passwords.md.
create table accounts (
  id uuid primary key,
  name text not null,
  email text, -- in lower case; null while the first account has not given one
  role text not null,
  password text, -- its scrypt hash; null until one is chosen
  generation integer not null default 0, -- grows when all sessions of the account end
  is_first boolean not null default false,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  check (role in ('reader', 'manager', 'owner'))
);
create unique index accounts_email on accounts (email);
create unique index accounts_first on accounts (is_first) where is_first;

-- Links for one use that let somebody choose a password: see docs/decisions/0025-wrong-passwords.md.
create table account_links (
  token_hash bytea primary key,
  purpose text not null,
  account_id uuid, -- null for a setup, which makes the first account
  expires_at timestamptz not null,
  check (purpose in ('setup', 'invitation', 'recovery'))
);
create index account_links_account on account_links (account_id);

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
  purpose text not null,
  holder bytea not null, -- the hash of what the browser holds that asked: its session, or a cookie
  expires_at timestamptz not null,
  check (purpose in ('sign-in', 'proof', 'new'))
);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

create table api_keys (
  id uuid primary key,
  account_id uuid not null, -- it made the key, which stops with it
  name text not null,
  prefix text not null, -- the part of the key by which people recognise it
  hash bytea not null unique, -- of the whole key, which is stored nowhere
  scopes text[] not null,
  created_at timestamptz not null default now(),
  used_at timestamptz, -- to the minute
  expires_at timestamptz,
  hook_fields text[] not null default '{}'
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
create index api_answers_created on api_answers (created_at);
create index api_answers_entry on api_answers (entry_id) where entry_id is not null;

-- Addresses that get events.
create table webhook_endpoints (
  id uuid primary key,
  kind text not null,
  name text not null,
  address text not null, -- as it is shown, without what may be secret
  sealed text not null, -- the whole address and the secrets that sign
  events text[] not null,
  fields text[] not null, -- the personal data in its payloads
  former_until timestamptz, -- until then, the secret before the last rotation signs too
  failures integer not null default 0, -- since the last success
  failing_for interval not null default '00:00:00'::interval, -- for how long our server has seen it fail
  ticked_at timestamptz not null default now(), -- until when that is counted
  paused_until timestamptz,
  off_because text, -- null while it is on
  told_at timestamptz, -- when the owners were told that it is off
  created_at timestamptz not null default now(),
  telling_until timestamptz,
  after_event bigint not null,
  key_id uuid,
  check (kind in ('webhook', 'slack', 'discord')),
  check (off_because in ('owner', 'failing', 'gone'))
);
create index webhook_endpoints_key on webhook_endpoints (key_id) where key_id is not null;

create table admin_sessions (
  token_hash bytea primary key,
  expires_at timestamptz not null,
  id uuid not null unique, -- names the session to its account, and opens nothing
  account_id uuid not null,
  generation integer not null, -- of the account when the session began; another one ends it
  device text not null default '', -- the browser, as it names itself
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  proven_at timestamptz not null default now() -- the last password or passkey
);
create index admin_sessions_account on admin_sessions (account_id);

-- The settings of the dashboard. The environment wins over them.
create table dashboard_settings (
  name text primary key,
  value text, -- null for a secret
  sealed text, -- a secret: s1.<id of the key>.<iv, ciphertext, tag>
  check (num_nonnulls(value, sealed) = 1)
);

-- What each act changed, for its undo. A setting that had no value, or has none, is null in both columns.
create table setting_changes (
  act_id uuid not null,
  name text not null,
  value_before text,
  sealed_before text,
  value_after text,
  sealed_after text,
  primary key (act_id, name)
);

-- Recurring work of all servers together: see src/server/db/tasks.ts.
create table tasks (
  name text primary key,
  failure text not null, -- what to say when it fails
  next_at timestamptz not null default now(),
  leased_until timestamptz, -- until then a server is at it
  leased_by uuid,
  done_at timestamptz, -- when it last succeeded
  failures integer not null default 0, -- since then
  error text -- why it failed last
);

-- One row. It counts the changes of the settings, and its lock orders them.
create table setting_version (
  id integer primary key,
  version integer not null,
  check (id = 1)
);

-- Each published version of the site, as it was. A later migration or program may complete it, and never changes it.
create table site_versions (
  number integer primary key,
  document json not null,
  account text, -- the name of the account that published it, at that time
  act_id uuid, -- null for the site of src/site or of SITE_FILE
  published_at timestamptz not null default now()
);

-- Every text that the privacy page has shown, by the number that it got when it was first shown.
create table privacy_texts (
  number integer primary key,
  digest bytea not null unique, -- of its sections
  sections jsonb not null,
  shown_at timestamptz not null default now()
);

-- At most one row: what somebody prepares.
create table site_draft (
  id integer primary key,
  document json not null,
  base integer not null, -- the version that it began with
  revision uuid not null, -- counts its changes; saving names the one that it replaces
  saved_at timestamptz not null default now(),
  saved_by uuid,
  check (id = 1)
);

-- At most one row: the link that shows the draft to people without an account.
create table site_preview_link (
  id integer primary key,
  token_hash bytea not null,
  ends_at timestamptz not null,
  check (id = 1)
);

-- Logos as they were drawn, never as they came. A version of the site names one by its hash.
create table site_logos (
  hash text primary key, -- of the file that was sent
  width integer not null, -- in the header, in pixels of the page
  height integer not null,
  uploaded_at timestamptz not null default now()
);

-- The drawings of a logo in all sizes.
create table site_logo_files (
  hash text not null,
  name text not null,
  content bytea not null,
  primary key (hash, name)
);

create table settings (
  key text primary key,
  value jsonb not null
);

-- Who pressed a link of an update.
create table update_presses (
  update_id uuid not null,
  entry_id uuid not null,
  at timestamptz not null default now(),
  primary key (update_id, entry_id)
);

-- Mails of the owner to everybody whom a filter finds: see src/server/waves/updates/README.md.
create table updates (
  id uuid primary key, -- the act that sends it has the same id
  subject text not null,
  body text not null,
  button_label text not null,
  button_link text not null,
  filters jsonb not null,
  follows_links boolean not null, -- whether its links lead through our own address
  version integer not null default 1,
  state text not null default 'draft',
  rests_because text,
  is_unguarded boolean not null default false, -- the owner went on after bounces or complaints
  sends_at timestamptz,
  begun_at timestamptz,
  changed_at timestamptz not null default now(),
  is_told boolean not null default false,
  erased jsonb not null default '{}', -- the figures of readers who were erased
  texts jsonb not null default '{}', -- as those of a wave
  picture text references site_logos, -- drawn like those of the site
  picture_alt text not null default '',
  check ((state = 'resting') = (rests_because is not null)),
  check (rests_because in ('owner', 'bounces', 'complaints', 'restored')),
  check (state in ('draft', 'sending', 'resting'))
);

alter table outbox add foreign key (endpoint_id) references webhook_endpoints on delete cascade;

alter table reward_codes add foreign key (entry_id) references waitlist_entries;

alter table reward_codes add foreign key (milestone_id) references milestones;

alter table rewards add foreign key (entry_id) references waitlist_entries;

alter table rewards add foreign key (milestone_id) references milestones;

alter table site_logo_files add foreign key (hash) references site_logos on delete cascade;

alter table update_presses add foreign key (entry_id) references waitlist_entries on delete cascade;

alter table update_presses add foreign key (update_id) references updates on delete cascade;

alter table webhook_endpoints add foreign key (key_id) references api_keys on delete cascade;

insert into waitlist_counter (id, last_position, entries) values (1, 0, 0);
insert into setting_version (id, version) values (1, 0);
insert into judging (name, position) values ('joins', 0), ('domains', 0), ('traces', 0);
insert into followers (name, seq) values ('listing', 0), ('outbox', 0), ('rewards', 0);
insert into outside_services (service) values ('mail'), ('notion'), ('beehiiv'), ('mailchimp'), ('kit'), ('klaviyo');
