-- An update ends once: webhooks are told, and what it counted stays when its readers are erased.
alter table updates
  add column is_told boolean not null default false,
  add column erased jsonb not null default '{}'; -- the figures of readers who were erased
update updates set is_told = true where state <> 'draft';
