-- How many friends count whom nothing proves: see docs/decisions/0120-marks-are-personal.md.

-- An owner has accepted this person, which proves them.
alter table waitlist_entries add column is_accepted boolean not null default false;
-- How many of the places for unproven friends are taken; of somebody who is not proven, by any friends.
alter table waitlist_entries add column ceiling_used integer not null default 0;

-- Null: no mail is sent, so nobody can prove anything, and all unmarked friends count.
alter table waitlist_counter add column most_unproven integer;
-- The credits of people up to this joining position follow the ceiling; null: of all people.
alter table waitlist_counter add column ceiling_reached integer;
update waitlist_counter set ceiling_reached = 0 where last_position > 0;

-- A credit waits while its friend is beyond the ceiling.
alter table credits drop constraint credits_state_check;
alter table credits add constraint credits_state check (state in ('counted', 'held', 'rejected', 'waiting')) not valid;

update waitlist_entries e set is_accepted = true, updated_at = now()
from (select distinct on (entry_id) entry_id, act_id from act_entries
  where facet = 'review' and state = 'changed' order by entry_id, applied desc) as newest
  join acts a on a.id = newest.act_id
where e.id = newest.entry_id and a.kind = 'accept' and a.undoes is null and e.erased_at is null and not e.is_rejected
  and not e.is_doubtful;
