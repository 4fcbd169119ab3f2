-- Answers to questions that have no column of their own: see docs/decisions/0040-further-answers-in-one-column.md.
alter table waitlist_entries add column further_answers jsonb; -- by the question's name; null for none

-- What was chosen in them: the question's name, a unit separator (U+001F), the choice. Null for none.
alter table entry_listing add column choices text[];

-- Sums of each choice of theirs, as rollup_sources has them of each source.
create table rollup_choices (
  day date not null,
  industry text not null,
  is_solo boolean,
  price text not null,
  choice text not null,
  entries integer not null,
  unique nulls not distinct (day, industry, is_solo, price, choice)
) with (fillfactor = 50);
