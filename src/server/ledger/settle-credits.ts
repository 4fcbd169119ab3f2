import { MOST_AT_ONE_DOMAIN, PUBLIC_PROVIDERS, RELAY_DOMAINS } from '#site/trust.ts'
import type { Queryable, Transaction } from '../db/pool.ts'
import { sqlList } from '../db/sql-list.ts'
import { recordEvents } from '../events/record-events.ts'
import { domainOfEntry } from '../people/addresses/email-keys.ts'
import { registeredDomain } from '../people/addresses/registered-domain.ts'
import { hasOwnersWord, isProven } from '../people/proven.ts'
import { keepRanks } from '../places/keep-ranks.ts'
import { CAP_NOW, MOST_UNPROVEN_NOW } from '../places/referral-rule.ts'
import { grantOf } from './grants.ts'
import { hasOpenHold } from './hold-causes.ts'

/**
 * `waiting`: nothing holds the credit, but its friend is beyond the ceiling for unproven friends or the limit of one
 * domain, or was added through an API key and is unproven. `repeated`: another spelling of the friend's mailbox counts.
 */
export type CreditState = 'counted' | 'held' | 'rejected' | 'waiting' | 'repeated'

/** A credit whose state changed. */
export type CreditChange = { friend_id: string; referrer_id: string; before: CreditState; after: CreditState }

/** SQL: the domains at which anybody can get a mailbox. */
export const SHARED_DOMAINS = sqlList([...PUBLIC_PROVIDERS, ...RELAY_DOMAINS])

/** SQL: the columns that group the friends to whom one limit applies. */
const FREE = 'referrer_id, standing, is_gone, is_repeated'

/**
 * SQL: the mailbox of the friend `f`. A friend who joined here just now counts as having their own mailbox, until other
 * spellings of it have been searched for.
 */
const MAILBOX = `case when f.imported_by is not null or f.joined_position <= (select position from judging where name = 'joins')
  then coalesce(m.mailbox, f.email, f.id::text) else f.id::text end`

/**
 * SQL: whether the credit `c` is void: the friend `f` is proven, and their mailbox was that of somebody who left. Until
 * the friend is proven, the credit counts below the ceiling like any other, so that nobody learns whose mailbox was on
 * the list. The owner's word comes first.
 */
const IS_VOID = `(c.is_void and ${isProven('f')} and not ${hasOwnersWord('f')})`

/** SQL: whether the friend of the credit `c`, if erased, waits for a place below the ceiling. */
const MAY_COUNT = `(c.state = 'waiting' and c.is_spent)`
/** SQL: whether the friend `f` is erased, and nothing can change the credit `c`. */
const IS_GONE = `(f.erased_at is not null and not ${MAY_COUNT})`

/** SQL: whether the friend of a credit that counts was erased, and the credit keeps its place below the ceiling. */
const IS_SPENT = `standing = 'counted' and is_gone and is_spent`

/**
 * SQL: the credits of the referrers in $1, each with its present state (`before`) and its new state (`after`). A proven
 * referrer's proven friends all count, and the unproven friends up to the ceiling. An unproven referrer's friends count
 * up to the ceiling, proven ones first. Friends added through an API key count once they are proven. At a domain that
 * is not shared, with all its subdomains, proven friends beyond `MOST_AT_ONE_DOMAIN` wait. Of several spellings of one
 * mailbox, one counts, a proven one first, unless the owner decided otherwise. Without a ceiling, only the rule about
 * spellings applies. The credit of an erased friend still counts if it counted, and uses up the ceiling unless the friend
 * and the referrer were proven; a void one never counts. One that waited counts once there is a place below the ceiling.
 * These limits do not apply to an erased referrer.
 */
const SETTLED_CREDITS = `
  select *, case when standing <> 'counted' or is_gone or is_referrer_gone then standing
      when is_repeated then 'repeated'
      when most is null then standing
      when is_over then 'waiting'
      when is_referrer_proven and is_proven then 'counted'
      when case when is_referrer_proven then nth_alike else nth end + spent > most then 'waiting'
      else 'counted' end as after
  from (
    select *, count(*) filter (where ${IS_SPENT}) over (partition by referrer_id) as spent,
      row_number() over (partition by ${FREE}, is_over order by is_proven desc, joined_position) as nth,
      row_number() over (partition by ${FREE}, is_over, is_proven order by joined_position) as nth_alike
    from (
      select *, domain not in (${SHARED_DOMAINS}) and is_proven and not has_owners_word and row_number() over (
        partition by ${FREE}, is_proven and not has_owners_word, ${registeredDomain('domain')}
          order by joined_position) > ${MOST_AT_ONE_DOMAIN}
          or is_by_key and not is_proven as is_over
      from (
        select *, not has_owners_word and row_number() over (partition by referrer_id, standing, is_gone, mailbox
          order by has_owners_word desc, is_proven desc, is_by_key, is_plain desc,
            joined_position) > 1 as is_repeated
        from (
          select c.friend_id, c.referrer_id, c.places, c.created_at, c.state as before, c.is_spent, f.joined_position,
            ${IS_GONE} as is_gone, f.is_by_key, r.erased_at is not null as is_referrer_gone,
            ${domainOfEntry('f')} as domain, ${MAILBOX} as mailbox, m.mailbox is null as is_plain,
            ${isProven('f')} as is_proven, ${hasOwnersWord('f')} as has_owners_word, ${isProven('r')} as is_referrer_proven,
            ${MOST_UNPROVEN_NOW} as most,
            case when f.erased_at is not null
                then case when c.state = 'counted' and not c.is_void or ${MAY_COUNT} then 'counted' else 'rejected' end
              when f.is_rejected then 'rejected' when ${hasOpenHold('f.id')} then 'held'
              when ${IS_VOID} then 'repeated' else 'counted' end as standing
          from credits c join waitlist_entries f on f.id = c.friend_id join waitlist_entries r on r.id = c.referrer_id
            left join mailboxes m on m.entry_id = f.id
          where c.referrer_id = any($1)) as credits) as credits) as credits) as credits`

/** SQL: whether one of these credits uses a place below the ceiling. */
const IS_BELOW_CEILING = `(after = 'counted' and case when is_gone then is_spent else not (is_referrer_proven and is_proven) end)`

/** The referrers among these with a wrong state of a credit or a wrong `ceiling_used`. */
export async function findUnsettled(db: Queryable, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await db.query<{ referrer_id: string }>(
    `select referrer_id from (${SETTLED_CREDITS}) as settled join waitlist_entries e on e.id = referrer_id
     group by referrer_id, ceiling_used
     having bool_or(after <> before) or count(*) filter (where ${IS_BELOW_CEILING}) <> ceiling_used`,
    [ids],
  )
  return new Set(rows.map(({ referrer_id }) => referrer_id))
}

/** Settles the credits of these referrers and updates ranks. Call this with the counter locked, and advance it. */
export function settleAndRank(tx: Transaction, ids: string[]): Promise<CreditChange[]> {
  return keepRanks(tx, ids, () => settleReferrers(tx, ids))
}

/** Settles the credits that these people gave or got, after their standing or their proof has changed. */
export async function settleCredits(tx: Transaction, ids: string[]): Promise<CreditChange[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct referrer_id as id from credits where friend_id = any($1)
     union select id from unnest($1::uuid[]) as id where exists (select from credits where referrer_id = id)`,
    [ids],
  )
  return settleReferrers(
    tx,
    rows.map(({ id }) => id),
  )
}

/**
 * Derives the states of all credits of these referrers, and moves the referrers up or down by the places that are
 * stored with each credit. Call this with the counter locked.
 */
export async function settleReferrers(tx: Transaction, ids: string[]): Promise<CreditChange[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.query<CreditChange & { places: number }>(
    `with settled as materialized (${SETTLED_CREDITS}), leaving as (
       select referrer_id, sum(places)::integer as places from settled
       where before = 'counted' and after <> 'counted' group by referrer_id
     ), asked as materialized (
       select s.*, after = 'counted' as counts, ${CAP_NOW} as cap,
           e.credited_places - coalesce(l.places, 0) as had
       from settled s join waitlist_entries e on e.id = s.referrer_id left join leaving l on l.referrer_id = s.referrer_id
       where after <> before
     ), granted as (
       select friend_id, before, after, ${grantOf({ order: 'joined_position' })} as places from asked
     ), changed as (
       update credits c set state = after, places = j.places from granted j where c.friend_id = j.friend_id
       returning c.friend_id, c.referrer_id, c.places, before, after
     ), moves as (
       select referrer_id, sum(direction)::integer as friends, sum(direction * places)::integer as places
       from (select *, (after = 'counted')::integer - (before = 'counted')::integer as direction from changed) as moves
       group by referrer_id
     ), moved as (
       update waitlist_entries e
       set credited_places = credited_places + coalesce(m.places, 0), referrals = referrals + coalesce(m.friends, 0),
         ceiling_used = used
       from (
         select referrer_id, count(*) filter (where ${IS_BELOW_CEILING})::integer as used
         from (select distinct unnest($1::uuid[]) as referrer_id) as asked left join settled using (referrer_id)
         group by referrer_id
       ) as u left join moves m using (referrer_id)
       where e.id = u.referrer_id and (used <> ceiling_used or (m.places, m.friends) <> (0, 0))
     )
     select friend_id, referrer_id, before, after, places from changed`,
    [ids],
  )
  const moving = rows.filter(
    ({ before, after, places }) => places !== 0 && (before === 'counted') !== (after === 'counted'),
  )
  await recordEvents(tx, 'entry.moved', [...new Set(moving.map(({ referrer_id }) => referrer_id))])
  return rows
}
