-- How often something happened, in buckets of 15 minutes UTC, from which the days of every time zone can be made.
create table analytics_counts (
  bucket timestamptz not null, -- when its 15 minutes begin
  event text not null, -- an event's name, as in src/shared/analytics-event.ts
  detail text not null, -- the page, the step, the way of sharing, or nothing
  utm_source text not null, -- what the visitor's link named as its origin, or nothing
  count integer not null,
  primary key (bucket, event, detail, utm_source)
);
