-- A credit has the time at which its friend joined, also if a job recorded it later: friends are counted by period.
update credits c set created_at = e.created_at from waitlist_entries e
where e.id = c.friend_id and e.created_at <> c.created_at;

-- The friends of one referrer, newest first or in a range of days, and all friends who joined in a range of days. The
-- first is enough to count them.
drop index credits_referrer;
create index credits_referrer on credits (referrer_id, created_at, friend_id) include (state);
create index credits_joined on credits (created_at, referrer_id) where state = 'counted';
