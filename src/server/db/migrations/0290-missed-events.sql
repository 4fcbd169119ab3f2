-- The events of the log that a service missed because it was not set up. Once it is, they become rows of the outbox.
alter table outside_services add column missed int8multirange not null default '{}';
