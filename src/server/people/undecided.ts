import { isProven } from './proven.ts'

/**
 * SQL: the ids of the people who wait for the owner's decision: doubtful people, and proven friends of a proven person
 * whose credit waits. The limit for friends at one domain is the only reason why the credit of such a friend can wait.
 */
export const UNDECIDED = `
  select id from waitlist_entries where is_doubtful and not is_rejected and erased_at is null
  union select f.id from credits c join waitlist_entries f on f.id = c.friend_id join waitlist_entries r on r.id = c.referrer_id
  where c.state = 'waiting' and f.confirmed_at is not null and f.erased_at is null and r.erased_at is null and ${isProven('r')}`
