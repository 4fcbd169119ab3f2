-- Grows with every new message and every mark, so that listening dashboards hear of it.
alter table waitlist_counter add column messages bigint not null default 0;
