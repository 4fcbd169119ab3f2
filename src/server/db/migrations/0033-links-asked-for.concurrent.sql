-- Finds the times at which people asked for links, to forget them after a day.
drop index concurrently if exists deliveries_asked;
create index concurrently deliveries_asked on deliveries (entry_id)
  where asked is not null or asked_by_joiner is not null;
