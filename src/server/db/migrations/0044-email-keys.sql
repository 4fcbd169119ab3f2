-- Finds the few messages whose address may be another spelling of the same: see src/server/contact/find-messages.ts. There
-- are few messages, so this does not take long.
create index contact_messages_respelled on contact_messages (id) where email ~ '[^!-~]|\.$';

-- The keys by which addresses are compared: see docs/decisions/0102-addresses-are-compared-by-a-key.md. Nearly every
-- address is its own key and has no row.
create table email_keys (
  entry_id uuid primary key,
  email text not null, -- whose key this is: a row with an earlier address says nothing
  key text not null
);

create index email_keys_key on email_keys (key);
