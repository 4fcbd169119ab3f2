-- A list of version 1.0, for its backups: they are restored into these tables, and then brought to 1.1. `site_servers`
-- is in none of them.

create extension if not exists pg_trgm;

create table account_links (
  token_hash bytea not null,
  purpose text not null,
  account_id uuid,
  expires_at timestamptz not null,
  constraint account_links_purpose_check check ((purpose = any (array['setup', 'invitation', 'recovery']))),
  constraint account_links_pkey primary key (token_hash)
);
create index account_links_account on account_links (account_id);

create table accounts (
  id uuid not null,
  name text not null,
  email text,
  role text not null,
  password text,
  generation integer default 0 not null,
  is_first boolean default false not null,
  created_at timestamptz default now() not null,
  disabled_at timestamptz,
  constraint accounts_role_check check ((role = any (array['reader', 'manager', 'owner']))),
  constraint accounts_pkey primary key (id)
);
create unique index accounts_email on accounts (email);
create unique index accounts_first on accounts (is_first) where is_first;

create table act_entries (
  act_id uuid not null,
  entry_id uuid not null,
  facet text not null,
  state text default 'waiting' not null,
  reason text,
  before jsonb,
  after jsonb,
  applied bigint,
  is_taken_back boolean default false not null,
  constraint act_entries_state_check check ((state = any (array['waiting', 'changed', 'unchanged', 'skipped']))),
  constraint act_entries_pkey primary key (act_id, entry_id)
);
create index act_entries_changed on act_entries (entry_id, facet, applied) where (state = 'changed');
create index act_entries_noted on act_entries (act_id, entry_id) where (reason is not null);
create index act_entries_waiting on act_entries (act_id, entry_id) where (state = 'waiting');

create table acts (
  id uuid not null,
  kind text not null,
  selection jsonb not null,
  params jsonb not null,
  facet text not null,
  actor text not null,
  undoes uuid,
  state text default 'running' not null,
  total integer default 0 not null,
  changed integer default 0 not null,
  unchanged integer default 0 not null,
  skipped integer default 0 not null,
  problem text,
  created_at timestamptz default now() not null,
  finished_at timestamptz,
  taken_back integer default 0 not null,
  account_id uuid,
  constraint acts_state_check check ((state = any (array['running', 'stopping', 'stopped', 'done']))),
  constraint acts_pkey primary key (id)
);
create index acts_account on acts (account_id, id) where (account_id is not null);
create index acts_undoes on acts (undoes) where (undoes is not null);
create unique index acts_undone_now on acts (undoes) where ((undoes is not null) and (state = any (array['running', 'stopping'])));

create table address_opt_outs (
  hash bytea not null,
  created_at timestamptz default now() not null,
  constraint address_opt_outs_pkey primary key (hash)
);

create table admin_sessions (
  token_hash bytea not null,
  expires_at timestamptz not null,
  id uuid not null,
  account_id uuid not null,
  generation integer not null,
  device text default '' not null,
  created_at timestamptz default now() not null,
  used_at timestamptz default now() not null,
  proven_at timestamptz default now() not null,
  constraint admin_sessions_id_key unique (id),
  constraint admin_sessions_pkey primary key (token_hash)
);
create index admin_sessions_account on admin_sessions (account_id);

create table analytics_counts (
  bucket timestamptz not null,
  event text not null,
  detail text not null,
  utm_source text not null,
  count integer not null,
  folded integer default 0 not null,
  constraint analytics_counts_pkey primary key (bucket, event, detail, utm_source)
);
create index analytics_counts_unfolded on analytics_counts (bucket) where (count <> folded);

create table analytics_days (
  day date not null,
  event text not null,
  detail text not null,
  count bigint not null,
  constraint analytics_days_pkey primary key (day, event, detail)
);

create table api_answers (
  id bytea not null,
  request bytea not null,
  act_id uuid not null,
  busy_until timestamptz,
  status smallint,
  body jsonb,
  entry_id uuid,
  created_at timestamptz default now() not null,
  constraint api_answers_pkey primary key (id)
);
create index api_answers_created on api_answers (created_at);
create index api_answers_entry on api_answers (entry_id) where (entry_id is not null);

create table api_keys (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  prefix text not null,
  hash bytea not null,
  scopes text[] not null,
  created_at timestamptz default now() not null,
  used_at timestamptz,
  expires_at timestamptz,
  constraint api_keys_hash_key unique (hash),
  constraint api_keys_pkey primary key (id)
);

create table backups (
  id uuid not null,
  day date,
  began_at timestamptz default now() not null,
  ended_at timestamptz,
  file text,
  bytes bigint,
  entries integer,
  problem text,
  constraint backups_day_key unique (day),
  constraint backups_pkey primary key (id)
);

create table choice_slots (
  kind text not null,
  slot smallint not null,
  name text not null,
  constraint choice_slots_kind_check check ((kind = any (array['problem', 'goal']))),
  constraint choice_slots_slot_check check (((slot >= 0) and (slot <= 49))),
  constraint choice_slots_kind_name_key unique (kind, name),
  constraint choice_slots_pkey primary key (kind, slot)
);

create table contact_messages (
  id uuid not null,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz default now() not null,
  read_at timestamptz,
  done_at timestamptz,
  constraint contact_messages_pkey primary key (id)
);
create index contact_messages_done on contact_messages (id) where (done_at is not null);
create index contact_messages_email on contact_messages (email);
create index contact_messages_open on contact_messages (id) where (done_at is null);
create index contact_messages_respelled on contact_messages (id) where (email ~ '[^!-~]|\.$');
create index contact_messages_unread on contact_messages (id) where (read_at is null);

create table credit_changes (
  act_id uuid not null,
  credit uuid not null,
  is_imported boolean not null,
  referrer_id uuid not null,
  places integer not null,
  constraint credit_changes_pkey primary key (act_id, referrer_id, credit, is_imported)
);
create index credit_changes_referrer on credit_changes (referrer_id, credit, is_imported, act_id);

create table credits (
  friend_id uuid not null,
  referrer_id uuid not null,
  places integer not null,
  state text not null,
  created_at timestamptz default now() not null,
  is_spent boolean default false not null,
  is_at_domain boolean default false not null,
  is_void boolean default false not null,
  constraint credits_check check ((friend_id <> referrer_id)),
  constraint credits_places_check check ((places >= 0)),
  constraint credits_pkey primary key (friend_id),
  constraint credits_state check ((state = any (array['counted', 'held', 'rejected', 'waiting', 'repeated']))) not VALID
);
create index credits_by_referrer on credits (referrer_id, created_at, friend_id) include (state);
create index credits_joined on credits (created_at, referrer_id) where (state = 'counted');
create index credits_waiting on credits (friend_id) where (state = 'waiting');

create table dashboard_settings (
  name text not null,
  value text,
  sealed text,
  constraint dashboard_settings_check check ((num_nonnulls(value, sealed) = 1)),
  constraint dashboard_settings_pkey primary key (name)
);

create table deliveries (
  entry_id uuid not null,
  channel text not null,
  friend_id uuid,
  state text not null,
  remote_id text,
  content_hash text,
  error text,
  changed_at timestamptz default now() not null,
  claimed_until timestamptz,
  delivered_at timestamptz,
  claimed_by uuid,
  is_asked_again boolean default false not null,
  newest_name bigint,
  sent_name bigint,
  earlier timestamptz[],
  asked timestamptz[],
  asked_by_joiner timestamptz[],
  constraint deliveries_entry_id_channel_friend_id_key unique NULLS not DISTINCT (entry_id, channel, friend_id)
);
create index deliveries_asked on deliveries (entry_id) where ((asked is not null) or (asked_by_joiner is not null));
create index deliveries_state on deliveries (channel, state, changed_at desc, entry_id);

create table email_changes (
  entry_id uuid not null,
  email text,
  asked_at timestamptz default now() not null,
  confirmed_at timestamptz,
  recent timestamptz[] not null,
  constraint email_changes_pkey primary key (entry_id)
);
create index email_changes_asked on email_changes (asked_at);

create table email_corrections (
  entry_id uuid not null,
  act_id uuid not null,
  email text not null,
  before text,
  created_at timestamptz default now() not null,
  constraint email_corrections_pkey primary key (entry_id, act_id)
);
create index email_corrections_act on email_corrections (act_id);
create index email_corrections_created on email_corrections (created_at);

create table email_keys (
  entry_id uuid not null,
  email text not null,
  key text not null,
  constraint email_keys_pkey primary key (entry_id)
);
create index email_keys_key on email_keys (key);

create table entry_listing (
  entry_id uuid not null,
  created_at timestamptz not null,
  search text not null COLLATE pg_catalog."C",
  business text not null COLLATE pg_catalog."C",
  industry text not null,
  is_solo boolean,
  price text not null,
  problems bigint not null,
  goals bigint not null,
  is_referred boolean not null,
  source text,
  choices text[],
  constraint entry_listing_pkey primary key (entry_id)
);
create index entry_listing_business on entry_listing (business, entry_id);
create index entry_listing_created on entry_listing (created_at, entry_id);
create index entry_listing_email on entry_listing (search, entry_id);
create index entry_listing_search on entry_listing using gin (search gin_trgm_ops) with (fastupdate='on', gin_pending_list_limit='65536');

create table entry_log (
  sequence bigint not null,
  entry_id uuid not null,
  kind text not null,
  at timestamptz default now() not null,
  constraint entry_log_kind_check check ((kind = any (array['joined', 'changed', 'erased']))),
  constraint entry_log_pkey primary key (sequence)
);

create table entry_notes (
  entry_id uuid not null,
  act_id uuid not null,
  text text not null,
  is_shown boolean default false not null,
  created_at timestamptz default now() not null,
  constraint entry_notes_pkey primary key (entry_id, act_id)
);

create table entry_revisions (
  id uuid not null,
  entry_id uuid not null,
  answers jsonb not null,
  replaced_at timestamptz default now() not null,
  is_unproven boolean default false not null,
  constraint entry_revisions_pkey primary key (id)
);
create index entry_revisions_entry on entry_revisions (entry_id);

create table entry_signals (
  entry_id uuid not null,
  signal text not null,
  at timestamptz default clock_timestamp() not null,
  version smallint not null,
  points smallint not null,
  evidence jsonb,
  constraint entry_signals_pkey primary key (entry_id, signal, at)
);

create table entry_tags (
  entry_id uuid not null,
  tag text not null,
  added_at timestamptz default now() not null,
  constraint entry_tags_pkey primary key (entry_id, tag)
);
create index entry_tags_tag on entry_tags (tag, entry_id);

create table erased_addresses (
  hash bytea not null,
  was_rejected boolean not null,
  erased_at timestamptz default now() not null,
  constraint erased_addresses_pkey primary key (hash)
);
create index erased_addresses_erased on erased_addresses (erased_at);

create table erasures (
  entry_id uuid not null,
  erased_at timestamptz default now() not null,
  constraint erasures_pkey primary key (entry_id)
);

create table former_addresses (
  entry_id uuid not null,
  generation integer not null,
  since timestamptz not null,
  hash bytea not null,
  left_at timestamptz default now() not null,
  constraint former_addresses_pkey primary key (entry_id, generation)
);
create index former_addresses_left on former_addresses (left_at);

create table full_names (
  entry_id uuid not null,
  full_name text not null,
  is_unproven boolean default false not null,
  given_at timestamptz default now() not null,
  constraint full_names_pkey primary key (entry_id)
);

create table holds (
  entry_id uuid not null,
  cause text not null,
  opened_at timestamptz default now() not null,
  opened_by uuid,
  closed_at timestamptz,
  closed_by uuid,
  constraint holds_cause_check check ((cause = any (array['unconfirmed', 'signals', 'owner']))),
  constraint holds_pkey primary key (entry_id, cause, opened_at)
);
create unique index holds_open on holds (entry_id, cause) where (closed_at is null);

create table import_rows (
  act_id uuid not null,
  entry_id uuid not null,
  line integer not null,
  email text,
  data jsonb,
  code text,
  friends integer default 0 not null,
  referrer_code text,
  referrer_id uuid,
  constraint import_rows_pkey primary key (act_id, entry_id)
);
create index import_rows_email on import_rows (email) where (email is not null);
create index import_rows_entry on import_rows (entry_id);
create index import_rows_referrer on import_rows (act_id, referrer_id) where (email is null);

create table imported_credits (
  entry_id uuid not null,
  friends integer not null,
  places integer not null,
  act_id uuid not null,
  moves boolean default true not null,
  constraint imported_credits_friends_check check ((friends > 0)),
  constraint imported_credits_places_check check ((places >= 0)),
  constraint imported_credits_pkey primary key (entry_id)
);

create table invitations (
  id uuid not null,
  wave_id uuid not null,
  entry_id uuid not null,
  state text default 'waiting' not null,
  reason text,
  invited_at timestamptz default now() not null,
  queued_at timestamptz,
  leaving_at timestamptz,
  sent_at timestamptz,
  remind_at timestamptz,
  reminded_at timestamptz,
  ends_at timestamptz,
  opened_at timestamptz,
  accepted_at timestamptz,
  redeemed_at timestamptz,
  closed_at timestamptz,
  is_vacant boolean default false not null,
  constraint invitations_state_check check ((state = any (array['waiting', 'sent', 'accepted', 'ended', 'called back', 'dropped']))),
  constraint invitations_pkey primary key (id)
);
create index invitations_ending on invitations (ends_at) where (state = 'sent');
create index invitations_entry on invitations (entry_id, invited_at);
create unique index invitations_open on invitations (entry_id) where (state = any (array['waiting', 'sent']));
create index invitations_reminding on invitations (remind_at) where ((state = 'sent') and (reminded_at is null));
create index invitations_unqueued on invitations (wave_id) where ((state = 'waiting') and (queued_at is null));
create index invitations_vacant on invitations (wave_id) where is_vacant;
create index invitations_wave on invitations (wave_id, state);

create table join_requests (
  id uuid not null,
  person_id uuid not null,
  key text not null,
  submission_id text,
  request jsonb not null,
  created_at timestamptz default now() not null,
  is_asked boolean default false not null,
  constraint join_requests_person_id_submission_id_key unique (person_id, submission_id),
  constraint join_requests_pkey primary key (id)
);
create index join_requests_created on join_requests (created_at);
create index join_requests_key on join_requests (key);

create table join_traces (
  "position" integer not null,
  entry_id uuid not null,
  referrer_id uuid,
  at timestamptz not null,
  block bigint,
  opened_at timestamptz,
  stamp bigint,
  constraint join_traces_pkey primary key ("position")
);

create table judging (
  name text not null,
  "position" integer not null,
  constraint judging_pkey primary key (name)
);

create table log_readers (
  name text not null,
  sequence bigint not null,
  unlogged integer default 0 not null,
  constraint log_readers_pkey primary key (name)
);

create table log_set_aside (
  sequence bigint not null,
  entry_id uuid not null,
  error text not null,
  since timestamptz default now() not null,
  constraint log_set_aside_pkey primary key (sequence)
);

create table mail_bounces (
  entry_id uuid not null,
  reason text not null,
  created_at timestamptz default now() not null,
  kind text default 'bounce' not null,
  constraint mail_bounces_kind_check check ((kind = any (array['bounce', 'complaint']))),
  constraint mail_bounces_pkey primary key (entry_id)
);

create table mail_budgets (
  scope text not null,
  key text not null,
  since timestamptz not null,
  sent integer default 0 not null,
  doubtful integer default 0 not null,
  delayed integer default 0 not null,
  constraint mail_budgets_scope_check check ((scope = any (array['all', 'domain', 'recipient']))),
  constraint mail_budgets_pkey primary key (scope, key, since)
);

create table mail_domains (
  domain text not null,
  receives_mail boolean not null,
  checked_at timestamptz not null,
  constraint mail_domains_pkey primary key (domain)
);

create table mail_opt_outs (
  entry_id uuid not null,
  created_at timestamptz default now() not null,
  imported_by uuid,
  constraint mail_opt_outs_pkey primary key (entry_id)
);

create table mailboxes (
  entry_id uuid not null,
  mailbox text not null,
  constraint mailboxes_pkey primary key (entry_id)
);
create index mailboxes_mailbox on mailboxes (mailbox);

create table outside_remains (
  entry_id uuid not null,
  channel text not null,
  email text not null,
  remote_id text,
  place text,
  created_at timestamptz default now() not null,
  earlier jsonb default '[]'::jsonb not null,
  constraint outside_remains_pkey primary key (entry_id, channel)
);
create index outside_remains_email on outside_remains (email, channel);

create table outside_services (
  service text not null,
  next_call_at timestamptz default now() not null,
  paused_until timestamptz,
  problem text,
  failures integer default 0 not null,
  changed_at timestamptz default now() not null,
  is_misconfigured boolean default false not null,
  delivery_problem text,
  held_at timestamptz,
  constraint outside_services_pkey primary key (service)
);

create table passkey_challenges (
  challenge text not null,
  purpose text not null,
  holder bytea not null,
  expires_at timestamptz not null,
  constraint passkey_challenges_purpose_check check ((purpose = any (array['sign-in', 'proof', 'new']))),
  constraint passkey_challenges_pkey primary key (challenge)
);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

create table passkeys (
  id uuid not null,
  credential text not null,
  account_id uuid not null,
  host text not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz default now() not null,
  used_at timestamptz,
  constraint passkeys_credential_key unique (credential),
  constraint passkeys_pkey primary key (id)
);
create index passkeys_account on passkeys (account_id);

create table privacy_texts (
  number integer not null,
  digest bytea not null,
  sections jsonb not null,
  shown_at timestamptz default now() not null,
  constraint privacy_texts_digest_key unique (digest),
  constraint privacy_texts_pkey primary key (number)
);

create table rank_sums (
  bucket bigint not null,
  entries integer not null,
  constraint rank_sums_pkey primary key (bucket)
)
with (fillfactor='50');

create unlogged table rate_counts (
  key text not null,
  count integer not null,
  ends_at timestamptz not null,
  constraint rate_counts_pkey primary key (key)
);

create table referral_codes (
  code text not null,
  entry_id uuid not null,
  created_at timestamptz default now() not null,
  imported_by uuid,
  constraint referral_codes_pkey primary key (code)
);
create index referral_codes_look on referral_codes (translate(upper(code), 'OIL', '011')) where (code <> translate(upper(code), 'OIL', '011'));

create table referral_mails (
  entry_id uuid not null,
  sent_at timestamptz[] not null,
  constraint referral_mails_pkey primary key (entry_id)
);

create table referral_rules (
  act_id uuid not null,
  places integer not null,
  most_places integer,
  is_in_force boolean default true not null,
  last_position integer,
  constraint referral_rules_places_check check (((places >= 0) and (places <= 50))),
  constraint referral_rules_pkey primary key (act_id)
);

create table rollup_choices (
  day date not null,
  industry text not null,
  is_solo boolean,
  price text not null,
  choice text not null,
  entries integer not null,
  constraint rollup_choices_day_industry_is_solo_price_choice_key unique NULLS not DISTINCT (day, industry, is_solo, price, choice)
)
with (fillfactor='50');

create table rollup_days (
  day date not null,
  industry text not null,
  is_solo boolean,
  price text not null,
  entries integer not null,
  referred integer not null,
  problems integer[] not null,
  goals integer[] not null,
  constraint rollup_days_day_industry_is_solo_price_key unique NULLS not DISTINCT (day, industry, is_solo, price)
)
with (fillfactor='50');

create table rollup_sources (
  day date not null,
  industry text not null,
  is_solo boolean,
  price text not null,
  source text not null,
  entries integer not null,
  constraint rollup_sources_day_industry_is_solo_price_source_key unique NULLS not DISTINCT (day, industry, is_solo, price, source)
)
with (fillfactor='50');

create table setting_changes (
  act_id uuid not null,
  name text not null,
  value_before text,
  sealed_before text,
  value_after text,
  sealed_after text,
  constraint setting_changes_pkey primary key (act_id, name)
);

create table setting_version (
  id integer not null,
  version integer not null,
  constraint setting_version_id_check check ((id = 1)),
  constraint setting_version_pkey primary key (id)
);

create table settings (
  key text not null,
  value jsonb not null,
  constraint settings_pkey primary key (key)
);

create table site_draft (
  id integer not null,
  document json not null,
  base integer not null,
  revision integer not null,
  saved_at timestamptz default now() not null,
  saved_by uuid,
  constraint site_draft_id_check check ((id = 1)),
  constraint site_draft_pkey primary key (id)
);

create table site_films (
  hash text not null,
  type text not null,
  content bytea not null,
  uploaded_at timestamptz default now() not null,
  constraint site_films_type_check check ((type = any (array['mp4', 'webm']))),
  constraint site_films_pkey primary key (hash)
);

create table site_logo_files (
  hash text not null,
  name text not null,
  content bytea not null,
  constraint site_logo_files_pkey primary key (hash, name)
);

create table site_logos (
  hash text not null,
  width integer not null,
  height integer not null,
  uploaded_at timestamptz default now() not null,
  constraint site_logos_pkey primary key (hash)
);

create table site_versions (
  number integer not null,
  document json not null,
  account text,
  act_id uuid,
  published_at timestamptz default now() not null,
  live_at timestamptz,
  constraint site_versions_pkey primary key (number)
);

create table submissions (
  entry_id uuid not null,
  submission_id text not null,
  "position" integer not null,
  referral_code text not null,
  is_new boolean not null,
  created_at timestamptz default now() not null,
  constraint submissions_pkey primary key (entry_id, submission_id)
);

create table sync_runs (
  id uuid not null,
  started_at timestamptz default now() not null,
  total integer not null,
  done integer default 0 not null,
  last_position integer default 0 not null,
  synced integer default 0 not null,
  errors integer default 0 not null,
  details text[] default '{}'::text[] not null,
  problem text,
  finished_at timestamptz,
  constraint sync_runs_pkey primary key (id)
);
create unique index sync_runs_one_at_a_time on sync_runs ((1)) where (finished_at is null);

create table token_generations (
  entry_id uuid not null,
  purpose text not null,
  generation integer not null,
  since timestamptz default '1970-01-01 00:00:00+00'::timestamptz not null,
  constraint token_generations_pkey primary key (entry_id, purpose)
);

create table trust_alarms (
  scope text not null,
  key text not null,
  until timestamptz not null,
  constraint trust_alarms_scope_check check ((scope = any (array['code', 'block', 'all']))),
  constraint trust_alarms_pkey primary key (scope, key)
);

create table trust_rules (
  subject text not null,
  value text not null,
  verdict text not null,
  act_id uuid not null,
  is_active boolean default true not null,
  is_judged boolean default false not null,
  changed_at timestamptz default now() not null,
  constraint trust_rules_subject_check check ((subject = any (array['domain', 'block']))),
  constraint trust_rules_verdict_check check ((verdict = any (array['hold', 'trust']))),
  constraint trust_rules_pkey primary key (subject, value)
);

create table used_proofs (
  id text not null,
  submission text not null,
  used_at timestamptz default now() not null,
  constraint used_proofs_pkey primary key (id)
);

create table waiting_answers (
  id uuid not null,
  entry_id uuid not null,
  submission_id text,
  full_name text not null,
  answers jsonb not null,
  created_at timestamptz default now() not null,
  used_referral_code text,
  utm jsonb,
  is_asked boolean default false not null,
  constraint waiting_answers_entry_id_submission_id_key unique (entry_id, submission_id),
  constraint waiting_answers_pkey primary key (id)
);
create index waiting_answers_created on waiting_answers (created_at);

create table waitlist_counter (
  id smallint not null,
  last_position integer not null,
  entries integer not null,
  time_zone text,
  updates bigint default 0 not null,
  syncs bigint default 0 not null,
  rank_mark bigint default 0 not null,
  messages bigint default 0 not null,
  places_per_friend integer,
  most_places integer,
  most_unproven integer,
  ceiling_reached integer,
  last_event bigint default 0 not null,
  logged integer default 0 not null,
  privacy_text integer,
  constraint waitlist_counter_id_check check ((id = 1)),
  constraint waitlist_counter_pkey primary key (id)
);

create table waitlist_entries (
  id uuid not null,
  email text,
  joined_position integer not null,
  credited_places integer default 0 not null,
  "position" integer generated always as (greatest(1, (joined_position - credited_places))) stored not null,
  referrals integer default 0 not null,
  referral_code text not null,
  newest_code text not null,
  code_count smallint default 1 not null,
  used_referral_code text,
  business_name text,
  is_solo_provider boolean,
  job_industry text,
  problems text[] default '{}'::text[] not null,
  other_problem text,
  goals text[] default '{}'::text[] not null,
  other_goal text,
  price_range text,
  utm jsonb,
  elapsed_ms integer,
  is_seeded boolean default false not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  erased_at timestamptz,
  recent_changes timestamptz[],
  further_answers jsonb,
  state text default 'waiting' not null,
  is_rejected boolean default false not null,
  needs_confirmation boolean default false not null,
  confirmed_at timestamptz,
  is_doubtful boolean default false not null,
  rejected_before boolean default false not null,
  is_unproven boolean default false not null,
  privacy_version text,
  leaving_at timestamptz,
  imported_by uuid,
  is_quiet boolean default false not null,
  is_accepted boolean default false not null,
  ceiling_used integer default 0 not null,
  is_by_key boolean default false not null,
  site_version integer,
  constraint waitlist_entries_check check (((email is null) = (erased_at is not null))),
  constraint waitlist_entries_joined_position_check check ((joined_position >= 1)),
  constraint waitlist_entries_state check ((state = any (array['waiting', 'invited', 'admitted']))),
  constraint waitlist_entries_email_key unique (email),
  constraint waitlist_entries_joined_position_key unique (joined_position),
  constraint waitlist_entries_pkey primary key (id)
);
create index waitlist_entries_changed on waitlist_entries (updated_at) where (updated_at <> created_at);
create index waitlist_entries_doubtful on waitlist_entries (id) where is_doubtful;
create index waitlist_entries_erased on waitlist_entries (joined_position) where (erased_at is not null);
create index waitlist_entries_launch on waitlist_entries ("position", ((- referrals)), joined_position) include (id, referrals, created_at) where (erased_at is null);
create index waitlist_entries_no_rank on waitlist_entries ("position", ((- referrals)), joined_position) include (referrals) where ((erased_at is null) and (not ((state = 'waiting') and (not is_rejected))));
create index waitlist_entries_referrers on waitlist_entries (referrals desc, "position", joined_position) include (id, created_at) where ((referrals > 0) and (erased_at is null));
create index waitlist_entries_rejected on waitlist_entries (id) where is_rejected;
create index waitlist_entries_unconfirmed on waitlist_entries (created_at) where (needs_confirmation and (confirmed_at is null) and (erased_at is null));

create table waves (
  id uuid not null,
  filters jsonb not null,
  has_search boolean not null,
  seats integer not null,
  subject text not null,
  body text not null,
  sends_at timestamptz not null,
  per_hour integer,
  fills boolean not null,
  is_called_back boolean default false not null,
  includes_ended boolean not null,
  created_at timestamptz default now() not null,
  ready_at timestamptz,
  next_mail_at timestamptz not null,
  next_fill_at timestamptz default now() not null,
  finished_at timestamptz,
  constraint waves_pkey primary key (id)
);

create table webhook_deliveries (
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  seq bigint not null,
  subject uuid,
  is_redelivery boolean default false not null,
  state text default 'waiting' not null,
  attempts smallint default 0 not null,
  due_at timestamptz default now() not null,
  claimed_until timestamptz,
  status smallint,
  answer text,
  tried_at timestamptz,
  created_at timestamptz default now() not null,
  fields text[],
  constraint webhook_deliveries_state_check check ((state = any (array['waiting', 'done', 'failed']))),
  constraint webhook_deliveries_pkey primary key (id)
);
create index webhook_deliveries_ahead on webhook_deliveries (endpoint_id, subject, seq) where (state = 'waiting');
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_subject on webhook_deliveries (subject) where (answer is not null);
create index webhook_deliveries_tried on webhook_deliveries (tried_at) where (state <> 'waiting');
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, seq) where (state = 'waiting');

create table webhook_endpoints (
  id uuid not null,
  kind text not null,
  name text not null,
  address text not null,
  sealed text not null,
  events text[] not null,
  fields text[] not null,
  joined_after integer not null,
  former_until timestamptz,
  failures integer default 0 not null,
  failing_for interval default '00:00:00'::interval not null,
  ticked_at timestamptz default now() not null,
  paused_until timestamptz,
  off_because text,
  told_at timestamptz,
  created_at timestamptz default now() not null,
  telling_until timestamptz,
  constraint webhook_endpoints_kind_check check ((kind = any (array['webhook', 'slack', 'discord']))),
  constraint webhook_endpoints_off_because_check check ((off_because = any (array['owner', 'failing', 'gone']))),
  constraint webhook_endpoints_pkey primary key (id)
);

create table webhook_events (
  id uuid not null,
  seq bigint not null,
  type text not null,
  subject uuid,
  data jsonb not null,
  at timestamptz not null,
  constraint webhook_events_pkey primary key (id),
  constraint webhook_events_seq_key unique (seq)
);
create index webhook_events_at on webhook_events (at);

create table webhook_outbox (
  id bigint generated always as identity,
  type text not null,
  subjects uuid[] not null,
  data jsonb default '{}'::jsonb not null,
  at timestamptz default now() not null,
  constraint webhook_outbox_pkey primary key (id)
);

create table webhook_progress (
  id integer not null,
  joined integer not null,
  seq bigint not null,
  constraint webhook_progress_id_check check ((id = 1)),
  constraint webhook_progress_pkey primary key (id)
);

alter table only site_films alter column content set storage external;

alter table only site_logo_files
    add constraint site_logo_files_hash_fkey foreign key (hash) references site_logos(hash) on delete cascade;

insert into judging (name, position) values ('joins', 0), ('domains', 0);
insert into log_readers values ('listing', 0, 0);
insert into outside_services (service) values ('mail'), ('notion'), ('beehiiv');
insert into setting_version values (1, 0);
insert into waitlist_counter (id, last_position, entries) values (1, 0, 0);
insert into webhook_progress values (1, 0, 0);
