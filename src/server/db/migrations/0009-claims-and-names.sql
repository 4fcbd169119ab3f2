alter table deliveries
  add column claimed_by uuid, -- one attempt: only the attempt that holds the claim may renew it or record how it ended
  add column is_asked_again boolean not null default false, -- another job was written while somebody was at it
  add column name_version bigint; -- of the newest full name that Notion was told, see `Jobs`
