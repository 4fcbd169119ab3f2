-- What the owner writes in other languages than the first: by language, the texts of the same names.

alter table waves add column texts jsonb not null default '{}';
alter table updates add column texts jsonb not null default '{}';
