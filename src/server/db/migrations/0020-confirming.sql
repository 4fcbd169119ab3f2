-- Addresses that must be confirmed: see docs/decisions/0066-confirmed-addresses.md.

-- What somebody sent in the name of a person on the list, until that person confirms it.
create table waiting_answers (
  id uuid primary key,
  entry_id uuid not null,
  submission_id text, -- the same again is a retry
  full_name text not null,
  answers jsonb not null,
  created_at timestamptz not null default now(),
  unique (entry_id, submission_id)
);

create index waiting_answers_created on waiting_answers (created_at);

-- What became of mail to a person: `bounce`, or `complaint` if they called it spam.
alter table mail_bounces add column kind text not null default 'bounce' check (kind in ('bounce', 'complaint'));

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
