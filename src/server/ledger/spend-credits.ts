import { MOST_AT_ONE_DOMAIN } from '#site/trust.ts'
import type { Transaction } from '../db/pool.ts'
import { domainOfEntry } from '../people/addresses/email-keys.ts'
import { hasOwnersWord, isProven } from '../people/proven.ts'
import { MOST_UNPROVEN_NOW } from '../places/referral-rule.ts'
import { SHARED_DOMAINS } from './settle-credits.ts'

/**
 * Prepares the credits of friends who are about to be erased, so that leaving makes no room for more friends of one
 * referrer. A credit keeps its place below the ceiling, or waits for one, unless friend and referrer are both proven. Of
 * the proven friends at domains that are not shared, `MOST_AT_ONE_DOMAIN` of a referrer keep their credits, over all
 * domains; friends whom the owner accepted are not counted. Credits of living friends of the same referrer with a
 * proven friend's mailbox become void. `repeated`: the friends whose own mailbox was that of somebody who left before.
 * Call this before the friends are erased and their credits settled.
 */
export async function spendCredits(
  tx: Transaction,
  { ids, repeated }: { ids: string[]; repeated: string[] },
): Promise<void> {
  await tx.query(
    `with leaving as materialized (
       select c.friend_id, c.referrer_id, coalesce(m.mailbox, f.email) as mailbox, f.joined_position,
         c.state = 'counted' and ${isProven('f')} as has_proven, ${isProven('r')} as is_referrer_proven,
         ${hasOwnersWord('f')} as has_owners_word, c.state = 'counted' and ${isProven('f')} and ${isProven('r')}
           and not ${hasOwnersWord('f')} and ${domainOfEntry('f')} not in (${SHARED_DOMAINS}) as is_at_domain
       from credits c join waitlist_entries f on f.id = c.friend_id join waitlist_entries r on r.id = c.referrer_id
         left join mailboxes m on m.entry_id = f.id
       where f.id = any($1) and c.state in ('counted', 'waiting')
     ), gone as materialized (
       select referrer_id, count(*) as friends from credits
       where referrer_id in (select referrer_id from leaving) and is_at_domain and state = 'counted' group by referrer_id
     ), numbered as (
       select l.*, row_number() over (partition by l.referrer_id, is_at_domain order by joined_position)
         + coalesce(friends, 0) as nth
       from leaving l left join gone using (referrer_id)
     ), voided as (
       update credits set is_void = true where friend_id in (
         select c.friend_id from leaving l cross join lateral (
             select id from waitlist_entries where email = l.mailbox
             union select entry_id from mailboxes where mailbox = l.mailbox) as twin
           join credits c on c.friend_id = twin.id and c.referrer_id = l.referrer_id
         where l.has_proven and twin.id <> all($1))
     )
     update credits c set is_spent = not (has_proven and is_referrer_proven), is_at_domain = l.is_at_domain,
       is_void = has_proven and not has_owners_word and l.friend_id = any($2)
         or l.is_at_domain and ${MOST_UNPROVEN_NOW} is not null and nth > ${MOST_AT_ONE_DOMAIN}
     from numbered l where c.friend_id = l.friend_id`,
    [ids, repeated],
  )
}

/**
 * Of these friends' credits, marks those of the `repeated` as void, whose mailboxes were those of people who left, and the
 * others as not void. A void credit does not count while the friend is proven without the owner's word. Returns the
 * referrers whose credits must be settled.
 */
export async function voidCredits(
  tx: Transaction,
  { ids, repeated }: { ids: string[]; repeated: string[] },
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.query<{ referrer_id: string }>(
    `update credits c set is_void = not is_void from waitlist_entries f
     where f.id = c.friend_id and f.erased_at is null and f.id = any($1) and is_void <> (f.id = any($2))
     returning referrer_id`,
    [ids, repeated],
  )
  return [...new Set(rows.map(({ referrer_id }) => referrer_id))]
}
