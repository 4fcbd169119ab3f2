-- A film is an address. An embedded film keeps its own; one that an owner has uploaded is gone, and its page shows none:
-- the drawn film would show the name of another product.
update site_versions set document = jsonb_set(
  document::jsonb #- '{landing,film,file}' #- '{landing,film,embed}', '{landing,film,address}',
  coalesce(
    nullif(document::jsonb #> '{landing,film,embed}', 'null'),
    case document #>> '{landing,film,file}' when '/film/film.mp4' then '"/film/film.mp4"'::jsonb else '""'::jsonb end
  )
) where document #> '{landing,film,file}' is not null;

-- A draft may hold text that no jsonb can, such as a NUL. It is mended when it is saved next.
update site_draft set document = jsonb_set(
  document::jsonb #- '{landing,film,file}' #- '{landing,film,embed}', '{landing,film,address}',
  coalesce(
    nullif(document::jsonb #> '{landing,film,embed}', 'null'),
    case document #>> '{landing,film,file}' when '/film/film.mp4' then '"/film/film.mp4"'::jsonb else '""'::jsonb end
  )
) where case when document::text !~ '\\u(0000|[dD][89a-fA-F])' then document #> '{landing,film,file}' is not null end;

drop table site_films;

-- Each save names its revision, so that it can be sent again after a lost answer.
alter table site_draft alter column revision type uuid using gen_random_uuid();

-- At most one row: the link that shows the draft to people without an account.
create table site_preview_link (
  id integer primary key check (id = 1),
  token_hash bytea not null,
  ends_at timestamptz not null
);
