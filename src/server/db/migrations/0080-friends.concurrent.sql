-- The list in the order of friends.
drop index concurrently if exists waitlist_entries_friends;
create index concurrently waitlist_entries_friends on waitlist_entries (referrals, (-joined_position))
  where erased_at is null;
