-- What the owner has done with a message. There are few messages, so the indexes do not take long.
alter table contact_messages
  add column read_at timestamptz,
  add column done_at timestamptz;

create index contact_messages_unread on contact_messages (id) where read_at is null;
create index contact_messages_open on contact_messages (id) where done_at is null;
create index contact_messages_done on contact_messages (id) where done_at is not null;
