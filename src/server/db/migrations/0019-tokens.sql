-- How often the tokens of one purpose were revoked; without a row, never. A token names the generation it was signed in.
create table token_generations (
  entry_id uuid not null,
  purpose text not null,
  generation integer not null,
  primary key (entry_id, purpose)
);
