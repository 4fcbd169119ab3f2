-- Addresses that get one mail when the list opens, and are deleted then.
create table opening_requests (
  id uuid primary key,
  email text not null,
  email_key text not null unique,
  consent text not null, -- the sentence beside the button
  asked_at timestamptz not null default now()
);
