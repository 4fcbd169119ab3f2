-- What is known of a join besides its answers, for the rules that find farms: see docs/decisions/0070-signals.md.
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

insert into mailboxes (entry_id, mailbox)
select id, case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || domain end
from (select id, email, split_part(substring(email from '^(.*)@'), '+', 1) as name, substring(email from '[^@]*$') as domain
  from waitlist_entries where email like '%+%@%' or email like '%@gmail.com' or email like '%@googlemail.com') as split
where name <> '' and email <> case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || domain end;

-- How far each kind of judging has come. A server that judges holds the row's lock.
create table judging (
  name text primary key,
  position integer not null -- the last one that was judged
);

insert into judging (name, position)
select name, last_position from waitlist_counter, unnest(array['joins', 'domains']) as name;

-- Whether mail can be sent to a domain, as far as it was looked up.
create table mail_domains (
  domain text primary key,
  receives_mail boolean not null,
  checked_at timestamptz not null
);

-- The rules held the credits of these people before signals were stored: a field that no person sees was filled in.
insert into entry_signals (entry_id, signal, at, version, points)
select entry_id, 'trap', opened_at, 1, 100 from holds
where cause = 'signals' and opened_by is null and closed_at is null;

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
