-- How often something happened on a day UTC: see docs/decisions/0099-the-funnel-from-days-and-quarter-hours.md.
create table analytics_days (
  day date not null,
  event text not null,
  detail text not null,
  count bigint not null, -- the sum of `folded` in analytics_counts
  primary key (day, event, detail)
);

-- The part of the count that is in analytics_days. A server of an earlier version leaves it as it is.
alter table analytics_counts add column folded integer not null default 0;

create index analytics_counts_unfolded on analytics_counts (bucket) where count <> folded;
