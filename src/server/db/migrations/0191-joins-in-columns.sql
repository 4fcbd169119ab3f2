-- What a join knows of itself is in its entry: see docs/decisions/0041-one-joining-rule.md.

alter table waitlist_entries
  add column submission_id text, -- of the join: the same again is a retry
  add column answered_position integer, -- what the join was answered, if not the joining position
  add column seen_at timestamptz, -- when a visitor or a program sent the join; null after thirty days
  add column block bigint; -- the keyed hash of the network, for as long; null for internal addresses

-- What a code was given out for when its person joined again.
alter table referral_codes
  add column submission_id text,
  add column position integer, -- what was answered
  add check ((submission_id is null) = (position is null));

update waitlist_entries e set submission_id = s.submission_id, answered_position = nullif(s.position, e.joined_position),
  seen_at = t.at, block = t.block
from waitlist_entries was
  left join (select distinct on (entry_id) * from submissions where is_new order by entry_id, created_at) as s on s.entry_id = was.id
  left join join_traces t on t.position = was.joined_position and t.entry_id = was.id
where e.id = was.id and e.erased_at is null and (s.entry_id is not null or t.entry_id is not null);

update referral_codes c set submission_id = s.submission_id, position = s.position
from (select distinct on (referral_code) * from submissions where not is_new order by referral_code, created_at desc) as s
where c.code = s.referral_code and c.entry_id = s.entry_id;

-- Only joining again writes it.
create index referral_codes_answered on referral_codes (entry_id) where submission_id is not null;

-- How far traces are forgotten.
insert into judging (name, position) values ('traces', 0);

drop table submissions, join_traces;
