-- Invitations that are sent again: when last, and how often.
alter table invitations add column resent_at timestamptz, add column resends smallint not null default 0;
