-- When each referrer was last mailed about friends: see docs/decisions/0027-friends-share-a-mail.md.
create table referral_mails (
  entry_id uuid primary key,
  sent_at timestamptz[] not null -- the newest first, four at most; one that is under way is in it
);

-- Entries whose address their mail server refuses for good. A corrected address deletes the row.
create table mail_bounces (
  entry_id uuid primary key,
  reason text not null, -- in the owner's words
  created_at timestamptz not null default now()
);

-- What only a delivery finds and only a delivery disproves: a test sees nothing of it.
alter table outside_services add column delivery_problem text;
