import type { ReferralRule } from '#shared/joining/referral-rule.ts'
import type { Transaction } from '../db/pool.ts'
import { recordEvents } from '../events/record-events.ts'
import { putRule } from '../listing/rows/counter.ts'
import { keepRanks } from '../places/keep-ranks.ts'

/**
 * Puts a rule in force or out of force. The newest rule in force applies to everybody who joins from now on. Call this
 * with the counter locked.
 */
export async function setRule(
  tx: Transaction,
  { act, rule, isInForce }: { act: string; rule: ReferralRule; isInForce: boolean },
): Promise<void> {
  await tx.query(
    `insert into referral_rules (act_id, places, most_places, is_in_force, last_position)
     values ($1, $2, $3, $4, (select max(joined_position) from waitlist_entries))
     on conflict (act_id) do update set is_in_force = excluded.is_in_force`,
    [act, rule.places, rule.cap, isInForce],
  )
  const { rows } = await tx.query<ReferralRule>(
    `select places, most_places as cap from referral_rules where is_in_force order by act_id desc limit 1`,
  )
  await putRule(tx, rows[0] ?? null)
}

/** A query for the ids of all people with credits. */
export const REFERRERS = `select referrer_id as id from credits union select entry_id from imported_credits`

/** SQL: the credits of these people, each with the places that a rule gives it, in the order of the credits. */
const UNDER_RULE = `
  select referrer_id, credit, is_imported, places, case when not counts then $2
      else greatest(0, least(worth, coalesce($3::bigint, 2000000000) - coalesce(sum(worth) over (
        partition by referrer_id, counts order by is_imported desc, created_at, credit
        rows between unbounded preceding and 1 preceding), 0)))::integer end as wanted
  from (
    select referrer_id, friend_id as credit, false as is_imported, places, $2::bigint as worth, state = 'counted' as counts,
      created_at
    from credits where referrer_id = any($1)
    union all
    select entry_id, entry_id, true, places, case when moves then friends * $2::bigint else 0 end, true, null
    from imported_credits where entry_id = any($1)) as credits`

/** The people among these with a credit whose places differ from those under this rule. Leaves out erased people. */
export async function findOthers(
  tx: Transaction,
  { ids, rule }: { ids: string[]; rule: ReferralRule },
): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct referrer_id as id from (${UNDER_RULE}) as credits
     where places <> wanted and exists (select from waitlist_entries e where e.id = referrer_id and e.erased_at is null)`,
    [ids, rule.places, rule.cap],
  )
  return new Set(rows.map(({ id }) => id))
}

/** A person with credits, and the act whose rule applies to their earlier credits. */
export type Ruled = { entry_id: string; act_id: string }

type Settled = { ids: string[]; ruled: Ruled[]; by: string }

/** The acts whose rules are in force, the newest first. */
export async function findInForce(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.query<{ act_id: string }>(
    'select act_id from referral_rules where is_in_force order by act_id desc',
  )
  return rows.map(({ act_id }) => act_id)
}

/** A query for the ids of all people with a credit whose places an act has changed. */
export const CHANGED_REFERRERS = 'select distinct referrer_id as id from credit_changes'

/**
 * SQL: whether the credit is older than the rule, because its friend joined before the rule was set. Servers of earlier
 * versions store no position with a rule.
 */
const FOUND = 'coalesce(f.joined_position <= r.last_position, f.id < r.act_id)'

/**
 * SQL: the credits of these people, each with the places that it must get (`wanted`). The rule of `ruled` applies to
 * the credits older than the rule, the earliest first. Other credits get the places that they had before any act
 * changed them.
 */
const SETTLED = `
  select referrer_id, credit, is_imported, places, is_ruled, case when not is_ruled then coalesce(original, places)
      when not counts then rule_places
      else greatest(0, least(worth, coalesce(most_places, 2000000000)::bigint - coalesce(sum(worth) over (
        partition by referrer_id, counts, is_ruled order by is_imported desc, created_at, credit
        rows between unbounded preceding and 1 preceding), 0)))::integer end as wanted
  from (
    select c.referrer_id, friend_id as credit, false as is_imported, c.places, c.state = 'counted' as counts, c.created_at,
      r.act_id is not null as is_ruled, r.places as rule_places, r.places::bigint as worth, most_places
    from credits c join waitlist_entries f on f.id = c.friend_id left join ruled on ruled.entry_id = c.referrer_id
    left join referral_rules r on r.act_id = ruled.act_id and ${FOUND}
    where c.referrer_id = any($1)
    union all
    select i.entry_id, i.entry_id, true, i.places, true, null,
      r.act_id is not null, r.places, case when moves then friends * r.places::bigint else 0 end, most_places
    from imported_credits i left join ruled using (entry_id)
    left join referral_rules r on r.act_id = ruled.act_id and i.act_id < r.act_id
    where i.entry_id = any($1)) as credits
  left join lateral (
    select places as original from credit_changes one
    where (one.referrer_id, one.credit, one.is_imported) = (credits.referrer_id, credits.credit, credits.is_imported)
    order by act_id limit 1) as earliest on true`

/** The people among these who have a credit with other places than `settleRules` would give it. */
export async function findUnsettled(tx: Transaction, { ids, ruled }: Omit<Settled, 'by'>): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `with ruled as (select * from json_to_recordset($2) as t (entry_id uuid, act_id uuid))
     select distinct referrer_id as id from (${SETTLED}) as credits where places <> wanted`,
    [ids, JSON.stringify(ruled)],
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Gives the credits of these people the places of their rule in `ruled`, or else their original places, and moves these
 * people. The original places of a credit stay stored while a rule sets other ones. Call this with the counter locked.
 */
export function settleRules(tx: Transaction, { ids, ruled, by }: Settled): Promise<void> {
  return keepRanks(tx, ids, async () => {
    await tx.query(
      `with ruled as (select * from json_to_recordset($2) as t (entry_id uuid, act_id uuid)),
       settled as materialized (${SETTLED}), remembered as (
         insert into credit_changes (act_id, credit, is_imported, referrer_id, places)
         select $3, credit, is_imported, referrer_id, places from settled where is_ruled and places <> wanted
           and not exists (select from credit_changes one where
             (one.referrer_id, one.credit, one.is_imported) = (settled.referrer_id, settled.credit, settled.is_imported))
       ), forgotten as (
         delete from credit_changes one using settled where not is_ruled and
           (one.referrer_id, one.credit, one.is_imported) = (settled.referrer_id, settled.credit, settled.is_imported)
       ), changed as (
         update credits c set places = wanted from settled o
         where not o.is_imported and c.friend_id = o.credit and o.places <> wanted
       )
       update imported_credits i set places = wanted from settled o
       where o.is_imported and i.entry_id = o.credit and o.places <> wanted`,
      [ids, JSON.stringify(ruled), by],
    )
    await recordEvents(tx, 'entry.moved', await sumUp(tx, ids))
  })
}

/** Sets the places of these people to the sums in the ledger. Returns the ids of the people who moved. */
async function sumUp(tx: Transaction, ids: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string; has_moved: boolean }>(
    `update waitlist_entries e set credited_places = coalesce(places, 0), updated_at = now()
     from unnest($1::uuid[]) as t (referrer) left join (
       select referrer_id, sum(places)::integer as places from (
         select referrer_id, places from credits where referrer_id = any($1) and state = 'counted'
         union all select entry_id, places from imported_credits where entry_id = any($1)) as ledger
       group by referrer_id) as sums on referrer_id = referrer
       join waitlist_entries was on was.id = referrer
     where e.id = referrer returning e.id, e.credited_places <> was.credited_places as has_moved`,
    [ids],
  )
  return rows.flatMap(({ id, has_moved }) => (has_moved ? id : []))
}
