-- Mails of the owner to everybody whom a filter finds: see src/server/updates/README.md.

create table updates (
  id uuid primary key, -- the act that sends it has the same id
  subject text not null,
  body text not null,
  button_label text not null,
  button_link text not null,
  filters jsonb not null,
  follows_links boolean not null, -- whether its links lead through our own address
  version integer not null default 1,
  state text not null default 'draft' check (state in ('draft', 'sending', 'resting')),
  rests_because text check (rests_because in ('owner', 'bounces', 'complaints', 'restored')),
  is_unguarded boolean not null default false, -- the owner went on after bounces or complaints
  sends_at timestamptz,
  begun_at timestamptz,
  changed_at timestamptz not null default now(),
  check ((state = 'resting') = (rests_because is not null))
);

-- Who pressed a link of an update.
create table update_presses (
  update_id uuid not null references updates on delete cascade,
  entry_id uuid not null references waitlist_entries on delete cascade,
  at timestamptz not null default now(),
  primary key (update_id, entry_id)
);

-- They get only mails about their own place.
alter table waitlist_entries add column updates_off_at timestamptz;

create index outbox_update on outbox (friend_id, state) where channel = 'send-update';
