import type { ReferralRule } from '#site/referral.ts'
import type { Transaction } from '../db/pool.ts'
import { putRule } from '../listing/counter.ts'
import { keepRanks } from '../places/keep-ranks.ts'

/**
 * Puts a rule in force for everybody who joins from now on, or out of force: then the rule before it counts again, unless a
 * later one does. Call this with the counter locked.
 */
export async function setRule(
  tx: Transaction,
  { act, rule, isInForce }: { act: string; rule: ReferralRule; isInForce: boolean },
): Promise<void> {
  await tx.query(
    `insert into referral_rules (act_id, places, most_places, is_in_force) values ($1, $2, $3, $4)
     on conflict (act_id) do update set is_in_force = excluded.is_in_force`,
    [act, rule.places, rule.cap, isInForce],
  )
  const { rows } = await tx.query<ReferralRule>(
    `select places, most_places as cap from referral_rules where is_in_force order by act_id desc limit 1`,
  )
  await putRule(tx, rows[0] ?? null)
}

/** A query of everybody with credits. */
export const REFERRERS = `select referrer_id as id from credits union select entry_id from imported_credits`

type Applied = { ids: string[]; by: string; rule: ReferralRule }

/** The credits of these people, the earliest first, each with the places that a rule gives it. */
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

/** Those of these people whose credits have other places than a rule gives them. Erased people are missing. */
export async function findOthers(tx: Transaction, { ids, rule }: Omit<Applied, 'by'>): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct referrer_id as id from (${UNDER_RULE}) as credits
     where places <> wanted and exists (select from waitlist_entries e where e.id = referrer_id and e.erased_at is null)`,
    [ids, rule.places, rule.cap],
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Gives every credit of these people the places of a rule, moves them, and remembers the places of before. Call this with
 * the counter locked.
 */
export function applyRule(tx: Transaction, { ids, by, rule }: Applied): Promise<void> {
  return keepRanks(tx, ids, async () => {
    await tx.query(
      `with other as materialized (select * from (${UNDER_RULE}) as credits where places <> wanted), remembered as (
         insert into credit_changes (act_id, credit, is_imported, referrer_id, places)
         select $4, credit, is_imported, referrer_id, places from other
       ), changed as (
         update credits c set places = wanted from other o where not o.is_imported and c.friend_id = o.credit
       )
       update imported_credits i set places = wanted from other o where o.is_imported and i.entry_id = o.credit`,
      [ids, rule.places, rule.cap, by],
    )
    await sumUp(tx, ids)
  })
}

/** Gives the credits of these people the places that an act has changed. Call this with the counter locked. */
export function restorePlaces(tx: Transaction, { ids, by }: Omit<Applied, 'rule'>): Promise<void> {
  return keepRanks(tx, ids, async () => {
    await tx.query(
      `with gone as (delete from credit_changes where act_id = $2 and referrer_id = any($1) returning *), changed as (
         update credits c set places = g.places from gone g where not g.is_imported and c.friend_id = g.credit
       )
       update imported_credits i set places = g.places from gone g where g.is_imported and i.entry_id = g.credit`,
      [ids, by],
    )
    await sumUp(tx, ids)
  })
}

/** Moves these people to where the ledger says. */
async function sumUp(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query(
    `update waitlist_entries e set credited_places = coalesce(places, 0), updated_at = now()
     from unnest($1::uuid[]) as t (referrer) left join (
       select referrer_id, sum(places)::integer as places from (
         select referrer_id, places from credits where referrer_id = any($1) and state = 'counted'
         union all select entry_id, places from imported_credits where entry_id = any($1)) as ledger
       group by referrer_id) as sums on referrer_id = referrer
     where e.id = referrer`,
    [ids],
  )
}
