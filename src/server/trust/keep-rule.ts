import type { RuleOfList, RulePreview } from '#shared/joining/referral-rule.ts'
import { firstRule } from '#shared/joining/referral.ts'
import { type LogFailure, type Repeating, startRepeating } from '../base/start-repeating.ts'
import type { Current } from '../base/config/config.ts'
import { FROM_COUNTER } from '../people/events/record-events.ts'
import { countUpdates, lockCounter } from '../listing/rows/counter.ts'
import { placesOf, ruleNow } from '../people/places/referral-rule.ts'
import { countedFriends, recount } from './credit.ts'
import { addressFacts } from './mailbox.ts'
import { findRow, inTransaction, type Pool, type Queryable, type Transaction } from '../db/query.ts'
import { IS_RANKED, LAUNCH_ORDER } from '../people/places/read-ranks.ts'

/** In one transaction: joins wait for it. */
const PART_SIZE = 250

export async function readOwnersRule(db: Queryable): Promise<RuleOfList & { number: number }> {
  return (await findRow<RuleOfList & { number: number }>(
    db,
    `select places, cap, bonus, number from (${ruleNow()}) as rule`,
  ))!
}

export async function putRule(tx: Transaction, { places, cap, bonus }: RuleOfList): Promise<void> {
  await tx.query(
    'update waitlist_counter set places_per_friend = $1, most_places = $2, bonus = $3, rule = rule + 1 where id = 1',
    [places, cap, bonus],
  )
  await recountNext(tx)
}

/** After a change of the rule, or because they have very many friends. With the counter locked. Idempotent. */
export async function recountNext(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.query<{ id: string; email: string; inviter_id: string | null; is_put_off: boolean }>(
    `select id, email, inviter_id, rule = 0 as is_put_off from waitlist_entries
     where rule < (select rule ${FROM_COUNTER}) and erased_at is null order by rule, joined_position limit ${PART_SIZE}`,
  )
  await storeFacts(
    tx,
    rows.filter(({ is_put_off }) => is_put_off),
  )
  // An entry that nobody has counted yet may count for its inviter.
  const inviters = rows.flatMap(({ inviter_id, is_put_off }) => (is_put_off && inviter_id !== null ? inviter_id : []))
  const changes = await recount(tx, [...new Set([...rows.map(({ id }) => id), ...inviters])], { isLater: true })
  await countUpdates(tx, changes.length)
  return rows.length === PART_SIZE
}

/** Of addresses that came from another version, with other lists of suffixes. */
async function storeFacts(tx: Transaction, people: { id: string; email: string }[]): Promise<void> {
  if (people.length === 0) return
  const facts = people.map(({ id, email }) => ({ id, ...addressFacts(email) }))
  await tx.query(
    `update waitlist_entries e set mailbox = new.mailbox, own_domain = new.own_domain
     from json_to_recordset($1) as new (id uuid, mailbox text, own_domain text)
     where e.id = new.id and (e.mailbox, e.own_domain) is distinct from (new.mailbox, new.own_domain)`,
    [JSON.stringify(facts)],
  )
}

/** How many unproven friends count, and the places that the site gives until the owner sets others. */
export async function putSettingsInForce(pool: Pool, most: number | null): Promise<void> {
  const { places } = firstRule()
  const { rows } = await pool.query<{ is_level: boolean }>(
    `select (most_unproven, first_places) is not distinct from ($1::integer, $2::integer) as is_level ${FROM_COUNTER}`,
    [most, places],
  )
  if (rows[0]!.is_level) return
  await inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    await putMost(tx, most)
  })
}

/** With the counter locked. */
export async function putMost(tx: Transaction, most: number | null): Promise<void> {
  await tx.query(
    `update waitlist_counter set most_unproven = $1, first_places = $2, rule = rule + 1
     where id = 1 and (most_unproven, first_places) is distinct from ($1::integer, $2::integer)`,
    [most, firstRule().places],
  )
}

export async function recountAll(pool: Pool): Promise<void> {
  const next = () =>
    inTransaction(pool, async (tx) => {
      await lockCounter(tx)
      return recountNext(tx)
    })
  while (await next());
}

const REST_MS = 1_000
/** A rest is this many times as long as the part before it, so that joins stay fast. */
const RESTS = 12

export function startKeepingRule({
  pool,
  config,
  logFailure,
}: {
  pool: Pool
  config: Current<'mostUnproven'>
  logFailure: LogFailure
}): Repeating {
  const step = async () => {
    await putSettingsInForce(pool, config().mostUnproven)
    const { rows } = await pool.query(`select from waitlist_entries where rule < (select rule ${FROM_COUNTER}) limit 1`)
    if (rows.length === 0) return REST_MS
    const began = performance.now()
    const isMore = await inTransaction(pool, async (tx) => {
      await lockCounter(tx)
      return recountNext(tx)
    })
    return isMore ? RESTS * (performance.now() - began) : REST_MS
  }
  return startRepeating({ step, restMs: REST_MS, failure: 'friends could not be counted', logFailure })
}

const SHOWN = 10

export async function previewRule(db: Queryable, { places, cap, bonus }: RuleOfList): Promise<RulePreview> {
  return (await findRow<RulePreview>(
    db,
    `with moved as materialized (
       select f.id, f.referrals, f.joined_position, f.position,
         greatest(1, f.joined_position - (${placesOf('f.referrals')})) as after
       from waitlist_entries f cross join (select $1::integer as places, $2::integer as cap, $3::integer as bonus) as rule
       where f.rule is not null and f.${IS_RANKED.replaceAll(/\b(state|is_rejected)\b/g, 'f.$1')}
     ), front as (
       select id, position as after, referrals, joined_position, true as is_now from (
         select id, position, referrals, joined_position from waitlist_entries where ${IS_RANKED}
         order by ${LAUNCH_ORDER} limit ${SHOWN}) as first
     ), next as (
       select id from (
         select id, after, referrals, joined_position from moved
         union all
         (select id, position, referrals, joined_position from waitlist_entries
          where ${IS_RANKED} and rule is null order by ${LAUNCH_ORDER} limit ${SHOWN})) as all_of_them
       order by after, -referrals, joined_position limit ${SHOWN}
     )
     select (select count(*) filter (where after < position)::int from moved) as up,
       (select count(*) filter (where after > position)::int from moved) as down,
       (select count(*)::int from front join next using (id)) as stay,
       (select count(*)::int from front) as first`,
    [places, cap, bonus],
  ))!
}

type MostPreview = { stop: number; start: number; people: number; moved: number }

export async function previewMost(db: Queryable, most: number | null): Promise<MostPreview> {
  return (await findRow<MostPreview>(
    db,
    `with facts as materialized (${countedFriends('f.inviter_id is not null', '$1')}), changes as (
       select inviter_id, count(*) filter (where counted and not counts)::int as stop,
         count(*) filter (where counts and not counted)::int as start
       from facts where counts <> counted group by inviter_id)
     select coalesce(sum(stop), 0)::int as stop, coalesce(sum(start), 0)::int as start, count(*)::int as people,
       count(*) filter (where f.position <> greatest(1, f.joined_position - (${placesOf('(f.referrals + start - stop)')})))::int as moved
     from changes join waitlist_entries f on f.id = changes.inviter_id cross join (${ruleNow()}) as rule where f.erased_at is null`,
    [most],
  ))!
}
