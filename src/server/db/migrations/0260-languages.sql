-- The language of a person's pages and mails: of the address where they joined, until they choose another.

alter table waitlist_entries add column language text not null default 'en';
alter table opening_requests add column language text not null default 'en';
