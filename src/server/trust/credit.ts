import { MOST_AT_ONE_DOMAIN, PUBLIC_PROVIDERS } from '#site/trust.ts'
import { FROM_COUNTER, recordEvents } from '../people/events/record-events.ts'
import { domainOfEntry, registeredDomainOf } from '../people/addresses/email-keys.ts'
import { IS_CONTESTED } from '../people/why.ts'
import { keepRanks } from '../people/places/keep-ranks.ts'
import { placesOf, ruleNow, standsOf } from '../people/places/referral-rule.ts'
import type { Invariant } from '../db/invariant.ts'
import { findColumn, type Queryable, sqlList, type Transaction } from '../db/query.ts'

/** Accepted friends take no place. */
const ALIKE = 'inviter_id, stands and not is_accepted'

/** The rule of docs/trust.md. `inviters`: a condition on the friend `f`. `most`: of unproven ones. */
export function countedFriends(inviters: string, most = `(select most from (${ruleNow()}) as rule)`): string {
  return `
    select id, inviter_id, counted, stands and (is_accepted or is_sure or most is null or not is_by_key and nth <= most) as counts,
      is_accepted or is_sure as is_sure
    from (
      select *, row_number() over (partition by ${ALIKE}, is_sure, is_by_key order by joined_position) as nth
      from (
        select *, has_pressed and is_first_of_mailbox and (domain in (${sqlList(PUBLIC_PROVIDERS)}) or row_number() over (
            partition by ${ALIKE}, has_pressed, is_first_of_mailbox, is_by_key, registered_domain order by joined_position)
          <= ${MOST_AT_ONE_DOMAIN}) as is_sure
        from (
          select *, row_number() over (partition by ${ALIKE}, has_pressed, mailbox order by joined_position) = 1 as is_first_of_mailbox
          from (
            select f.id, f.inviter_id, f.joined_position, f.counts as counted, f.is_accepted, f.is_by_key, most,
              ${standsOf('f')} and (most is null or not ${IS_CONTESTED}) as stands,
              f.confirmed_at is not null or f.state = 'admitted' as has_pressed, coalesce(f.mailbox, f.email) as mailbox,
              ${domainOfEntry('f')} as domain, ${registeredDomainOf('f')} as registered_domain
            from waitlist_entries f cross join (select ${most}::integer as most) as rule
            where ${inviters} and f.erased_at is null) as facts) as facts) as facts) as facts`
}

export type CreditChange = { friend_id: string; inviter_id: string; counts: boolean }

/** An inviter with more friends is counted again by the follower (keep-rule.ts), so that nobody waits for it. */
const MOST_FRIENDS_AT_ONCE = 5_000
export const STALE = 0

/** With the counter locked; advance it. `isLater`: also those with very many friends, which otherwise the follower counts within a second. */
export async function recount(tx: Transaction, ids: string[], { isLater = false } = {}): Promise<CreditChange[]> {
  if (ids.length === 0) return []
  const now = isLater ? ids : await putOff(tx, ids)
  return keepRanks(tx, now, async () => {
    const { rows: inviters } = await tx.query<{
      id: string
      friends: number
      unproven: number
      changes: Change[] | null
    }>(
      `with facts as materialized (${countedFriends('f.inviter_id = any($1)')}), changed as (
         update waitlist_entries e set counts = facts.counts from facts where e.id = facts.id and e.counts <> facts.counts)
       select e.id, count(*) filter (where counts)::integer as friends,
         count(*) filter (where counts and not is_sure)::integer as unproven,
         json_agg(json_build_object('friend_id', facts.id, 'counts', counts) order by facts.id) filter (where counts <> counted) as changes
       from unnest($1::uuid[]) as e (id) left join facts on inviter_id = e.id group by e.id`,
      [now],
    )
    const { rows: moved } = await tx.query<{ id: string; has_moved: boolean }>(
      `update waitlist_entries f set referrals = new.friends + f.imported_friends, unproven_friends = new.unproven,
         credited_places = ${placesOf('(new.friends + f.imported_friends)')}, rule = rule.number
       from json_to_recordset($1) as new (id uuid, friends integer, unproven integer) join waitlist_entries was using (id),
         (${ruleNow()}) as rule
       where f.id = new.id and f.erased_at is null and (f.inviter_id is not null or f.rule is not null or new.friends > 0)
         and (f.referrals, f.unproven_friends, f.credited_places, f.rule)
           is distinct from (new.friends + f.imported_friends, new.unproven, ${placesOf('(new.friends + f.imported_friends)')}, rule.number)
       returning f.id, (f.credited_places, f.referrals) <> (was.credited_places, was.referrals) as has_moved`,
      [JSON.stringify(inviters)],
    )
    const changes = inviters.flatMap(({ id: inviter_id, changes }) =>
      (changes ?? []).map((change): CreditChange => ({ ...change, inviter_id })),
    )
    await tell(
      tx,
      changes,
      moved.filter(({ has_moved }) => has_moved).map(({ id }) => id),
    )
    return changes
  })
}

type Change = Omit<CreditChange, 'inviter_id'>

async function tell(tx: Transaction, changes: CreditChange[], moved: string[]): Promise<void> {
  for (const counts of [true, false]) {
    const events = changes
      .filter((change) => change.counts === counts)
      .map(({ friend_id, inviter_id }) => ({ entry_id: inviter_id, data: { friend_id } }))
    await recordEvents(tx, counts ? 'counted' : 'uncounted', events)
  }
  const byFriends = new Set(changes.map(({ inviter_id }) => inviter_id))
  await recordEvents(
    tx,
    'moved',
    moved.filter((id) => !byFriends.has(id)),
  )
}

/** Returns the others. */
async function putOff(tx: Transaction, ids: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string; is_large: boolean }>(
    `select e.id, (select count(*) from (
         select from waitlist_entries f where f.inviter_id = e.id limit ${MOST_FRIENDS_AT_ONCE + 1}) as friends) > ${MOST_FRIENDS_AT_ONCE} as is_large
     from waitlist_entries e where e.id = any($1) and e.erased_at is null`,
    [ids],
  )
  const large = rows.filter(({ is_large }) => is_large).map(({ id }) => id)
  if (large.length > 0) await tx.query(`update waitlist_entries set rule = ${STALE} where id = any($1)`, [large])
  return rows.filter(({ is_large }) => !is_large).map(({ id }) => id)
}

/** `work` changes marks, proof, decision, address, or whether they are on the list. With the counter locked. */
export async function restand(tx: Transaction, ids: string[], work: () => Promise<unknown>): Promise<CreditChange[]> {
  const all = [...new Set([...ids, ...(await findInviters(tx, ids))])]
  return keepRanks(tx, all, async () => {
    await work()
    return recount(tx, all)
  })
}

function findInviters(db: Queryable, ids: string[]) {
  return findColumn<string>(
    db,
    'select distinct inviter_id as id from waitlist_entries where id = any($1) and inviter_id is not null',
    [ids],
  )
}

/** Entries that wait to be counted again are left out: after a change of the rule, the follower takes them in parts. */
const IS_LEVEL = `f.erased_at is null and coalesce(f.rule, (select rule ${FROM_COUNTER})) = (select rule ${FROM_COUNTER})`

export const creditInvariants = (): Invariant[] => [
  {
    rule: 'A friend counts exactly if the rule says so',
    unit: 'friends',
    count: 'select count(*) from waitlist_entries where inviter_id is not null',
    offenders: `select facts.id, facts.inviter_id, counted, facts.counts as expected
      from (${countedFriends('f.inviter_id is not null')}) as facts join waitlist_entries f on f.id = facts.inviter_id
      where counted <> facts.counts and ${IS_LEVEL}`,
  },
  {
    rule: 'Friends and positions are those of the rule',
    unit: 'entries',
    count: 'select count(*) from waitlist_entries where erased_at is null',
    offenders: `with facts as (${countedFriends('f.inviter_id is not null')}), sums as (
        select inviter_id as id, count(*) filter (where counts) as friends, count(*) filter (where counts and not is_sure) as unproven
        from facts group by inviter_id)
      select f.id, f.referrals, coalesce(friends, 0) + f.imported_friends as friends, f.unproven_friends, coalesce(unproven, 0) as unproven,
        f.credited_places, ${placesOf('f.referrals')} as places
      from waitlist_entries f left join sums using (id) cross join (${ruleNow()}) as rule
      where ${IS_LEVEL} and ((f.referrals, f.unproven_friends) <> (coalesce(friends, 0) + f.imported_friends, coalesce(unproven, 0))
        or f.credited_places <> ${placesOf('f.referrals')})`,
  },
  {
    rule: 'Nobody is their own inviter, and whoever has an inviter, a named code or friends stands under a rule',
    unit: 'entries',
    count: 'select count(*) from waitlist_entries where erased_at is null',
    offenders: `select id, inviter_id, referrals, rule from waitlist_entries
      where erased_at is null and (inviter_id = id or (rule is null and (inviter_id is not null or named_code is not null or referrals > 0)))`,
  },
  {
    rule: 'Imported friends are those that imports left',
    unit: 'entries',
    count: 'select count(*) from imported_friends',
    offenders: `select e.id, e.imported_friends, coalesce(i.friends, 0) as friends from waitlist_entries e
      left join (select entry_id, sum(friends) as friends, coalesce(sum(friends) filter (where not moves), 0) as resting
        from imported_friends group by entry_id) as i on i.entry_id = e.id
      where erased_at is null and (imported_friends, resting_friends) <> (coalesce(i.friends, 0), coalesce(i.resting, 0))`,
  },
]
