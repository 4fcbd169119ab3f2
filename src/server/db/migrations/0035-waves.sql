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
