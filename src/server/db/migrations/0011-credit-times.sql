-- A credit has the time at which its friend joined, also if a job recorded it later: friends are counted by period.
update credits c set created_at = e.created_at from waitlist_entries e
where e.id = c.friend_id and e.created_at <> c.created_at;
