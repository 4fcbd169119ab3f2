-- An undo leaves out people whom a later act has changed. Once that act is taken back, the first may be undone for them
-- too: so each change knows whether an undo has taken it back, and an act may be undone more than once.
alter table act_entries add column is_taken_back boolean not null default false;
alter table acts add column taken_back integer not null default 0; -- how many of its changes are taken back

-- An undo of an undo does the change again, so an odd number of undos takes it back.
with recursive undos as (
  select e.act_id, e.entry_id, e.act_id as latest, 0 as number from act_entries e where e.state = 'changed'
  union all
  select undos.act_id, undos.entry_id, a.id, number + 1 from undos
    join acts a on a.undoes = undos.latest
    join act_entries e on e.act_id = a.id and e.entry_id = undos.entry_id and e.state = 'changed'
), taken as (
  select act_id, entry_id from undos group by act_id, entry_id having max(number) % 2 = 1
), marked as (
  update act_entries e set is_taken_back = true from taken
  where e.act_id = taken.act_id and e.entry_id = taken.entry_id
)
update acts set taken_back = entries from (select act_id, count(*)::integer as entries from taken group by act_id) as counts
where id = act_id;

drop index acts_undoes;
create index acts_undoes on acts (undoes) where undoes is not null;
-- Two undos of one act never run at once.
create unique index acts_undone_now on acts (undoes) where undoes is not null and state in ('running', 'stopping');
