alter table deliveries
  add column claimed_by uuid, -- one attempt: only the attempt that holds the claim may renew it or record how it ended
  add column is_asked_again boolean not null default false, -- another job was written while somebody was at it
  add column newest_name bigint, -- the version of the newest full name that is to reach Notion, see `Jobs`
  add column sent_name bigint; -- the version of the newest that has reached it
