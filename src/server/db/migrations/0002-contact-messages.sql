-- What was written on the contact page. The mail to the support address is a job; `mail_state` says what became of it.
create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  message text not null,
  mail_state text not null default 'waiting', -- 'waiting', 'not set up' and whatever the mail's own job records
  mail_error text,
  created_at timestamptz not null default now(),
  mail_changed_at timestamptz not null default now()
);
