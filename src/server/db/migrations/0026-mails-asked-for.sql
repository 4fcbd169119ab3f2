-- Apart from the entries, because a joining holds one table while it waits for the other.
alter table deliveries
  add column earlier timestamptz[], -- when this mail went out before, newest first, at most twenty times; null for services
  add column asked timestamptz[]; -- when the person asked for it at their own place, within the day before the latest
