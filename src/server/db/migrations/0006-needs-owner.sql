-- Whether a pause ends only when the owner has put something right: a key, a property.
alter table outside_services add column is_misconfigured boolean not null default false;
