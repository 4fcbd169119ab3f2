-- The friends of one referrer, newest first or in a range of days, and all friends who joined in a range of days. The
-- first is enough to count them.
drop index concurrently if exists credits_by_referrer;
create index concurrently credits_by_referrer on credits (referrer_id, created_at, friend_id) include (state);
drop index concurrently if exists credits_joined;
create index concurrently credits_joined on credits (created_at, referrer_id) where state = 'counted';
drop index concurrently if exists credits_referrer;
