import { MOST_AT_ONE_DOMAIN } from '#site/trust.ts'
import type { Transaction } from '../db/pool.ts'
import { domainOfEntry } from '../people/addresses/email-keys.ts'
import { isProven } from '../people/proven.ts'
import { MOST_UNPROVEN_NOW } from '../places/referral-rule.ts'
import { MAILBOX, SHARED_DOMAINS } from './settle-credits.ts'

/**
 * Keeps these friends' places taken after they are erased, so that leaving makes no room for more friends of one
 * person. Credits of unproven friends stay below the ceiling, or wait for a place there. Of proven friends at domains
 * that are not shared, `MOST_AT_ONE_DOMAIN` keep their credits. The other spellings of a proven friend's mailbox never
 * count. Call this before the friends are erased and their credits settled.
 */
export async function spendCredits(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query(
    `with leaving as materialized (
       select c.friend_id, c.referrer_id, ${MAILBOX} as mailbox, f.joined_position,
         c.state = 'counted' and ${isProven('f')} as has_proven, c.state = 'counted' and ${isProven('f')} and ${isProven('r')} as is_free,
         ${domainOfEntry('f')} not in (${SHARED_DOMAINS}) as is_at_domain
       from credits c join waitlist_entries f on f.id = c.friend_id join waitlist_entries r on r.id = c.referrer_id
         left join mailboxes m on m.entry_id = f.id
       where f.id = any($1) and c.state in ('counted', 'waiting')
     ), numbered as (
       select *, row_number() over (partition by referrer_id, is_free and is_at_domain order by joined_position)
         + (select count(*) from credits c
           where c.referrer_id = leaving.referrer_id and c.is_at_domain and c.state = 'counted') as nth
       from leaving
     ), voided as (
       update credits set is_void = true where friend_id in (
         select c.friend_id from leaving l join credits c using (referrer_id)
           join waitlist_entries f on f.id = c.friend_id left join mailboxes m on m.entry_id = f.id
         where l.has_proven and ${MAILBOX} = l.mailbox and f.id <> all($1))
     )
     update credits c set is_spent = not is_free, is_at_domain = is_free and l.is_at_domain,
       is_void = is_free and l.is_at_domain and ${MOST_UNPROVEN_NOW} is not null and nth > ${MOST_AT_ONE_DOMAIN}
     from numbered l where c.friend_id = l.friend_id`,
    [ids],
  )
}

/** Lets the credits of these friends never count. Returns the referrers whose credits must be settled. */
export async function voidCredits(tx: Transaction, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.query<{ referrer_id: string }>(
    `update credits set is_void = true where friend_id = any($1) and not is_void returning referrer_id`,
    [ids],
  )
  return [...new Set(rows.map(({ referrer_id }) => referrer_id))]
}
