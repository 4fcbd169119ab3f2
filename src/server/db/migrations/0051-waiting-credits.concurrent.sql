-- The few friends who wait for a proof, or for the owner.
drop index concurrently if exists credits_waiting;
create index concurrently credits_waiting on credits (friend_id) where state = 'waiting';
