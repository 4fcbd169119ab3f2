import type { TopReferrers } from '#shared/list/entry.ts'
import type { Filters } from '#shared/list/filters.ts'
import { periodOf } from '#shared/list/period.ts'
import { friendsBetween, friendsByInviter } from '../people/read-friends.ts'
import { type ColumnStore, NO_COLUMNS } from './columns/column-store.ts'
import { all, createValues, matching, spanConditions } from './sql/conditions.ts'
import { readCalendar } from './sql/read-tally.ts'
import type { Queryable } from '../db/query.ts'

const MOST = 10
const PROBE = { seen: 3_000, counted: 100 }
const MOST_CANDIDATES = 30_000

/** Ties are in launch order. The other filters apply to these people, and not to their friends. */
export async function readReferrers(
  db: Queryable,
  filters: Filters,
  now: Date,
  { columns = NO_COLUMNS, mostCandidates = MOST_CANDIDATES }: { columns?: ColumnStore; mostCandidates?: number } = {},
): Promise<TopReferrers> {
  const calendar = await readCalendar(db)
  const { timeZone } = calendar
  const period = periodOf(filters, { now, timeZone })
  const ask = async <Row extends object>(compose: (scope: Scope) => string): Promise<Row[]> => {
    const values = createValues()
    const listed = matching('listing', { filters, days: { from: null, to: null }, timeZone }, values)
    const joined = all(spanConditions(period, timeZone, values))
    const sql = compose({ listed, joined, isSearch: Boolean(filters.q) })
    return (await db.query<Row>(sql, values.list)).rows
  }

  if (period.from === null && period.to === null) return { referrers: await ask((scope) => top(mostEver(scope))) }
  const [bound] = await ask<{ least: number; candidates: number }>((scope) => boundOf(scope, mostCandidates))
  const { least, candidates } = bound!
  const isTooMany = candidates > mostCandidates
  // If few people pass the filters, the bound is too low to help, but the store in memory finds these few at once.
  const allDays = { ...period, from: null, to: null }
  const found = isTooMany ? await columns.find({ filters, period: allDays, calendar }) : null
  if (found && found.positions !== null) {
    const values = createValues()
    const isFound = `joined_position = any(${values.add(found.positions)}::int[])`
    const sql = top(mostAmong(isFound, all(spanConditions(period, timeZone, values))))
    return { referrers: (await db.query<Referrer>(sql, values.list)).rows }
  }
  const ranking = ({ listed, joined, isSearch }: Scope) =>
    isTooMany
      ? mostOfAll({ listed, joined, isSearch })
      : mostAmong(`referrals >= ${least} and ${isListed('waitlist_entries.id', listed)}`, joined)
  return { referrers: await ask((scope) => top(ranking(scope))) }
}

type Referrer = TopReferrers['referrers'][number]

type Scope = { listed: string; joined: string; isSearch: boolean }

const IN_ORDER = 'order by friends desc, position, referrals desc, joined_position'

function top(ranking: string): string {
  return `with ranking as materialized (${ranking})
    select id, email, business_name, friends as referrals from ranking join waitlist_entries e using (id)
    order by friends desc, position, e.referrals desc, joined_position`
}

function mostEver({ listed }: Scope): string {
  return `select id, referrals as friends
    from waitlist_entries join (select entry_id from ${listed}) as listed on listed.entry_id = id
    where referrals > 0 and erased_at is null order by referrals desc, position, joined_position limit ${MOST}`
}

/** Nobody has more friends in a period than in total: only `candidates`, who have at least `least` in total, can be among the first ten. */
function boundOf({ listed, joined }: Scope, mostCandidates: number): string {
  return `with seen as materialized (
      select id from waitlist_entries where referrals > 0 and erased_at is null
      order by referrals desc limit ${PROBE.seen}),
    counted as (select ${friendsBetween('seen.id', joined)} as friends from seen where ${isListed('seen.id', listed)} limit ${PROBE.counted}),
    bound as materialized (
      select greatest(1, (select friends from counted order by friends desc offset ${MOST - 1} limit 1)) as least)
    select least, (select count(*)::int from (
      select from waitlist_entries where referrals >= (select least from bound) and referrals > 0 and erased_at is null
      limit ${mostCandidates + 1}) as candidates) as candidates
    from bound`
}

function mostAmong(condition: string, joined: string): string {
  return `select id, friends from (
      select id, position, referrals, joined_position, ${friendsBetween('waitlist_entries.id', joined)} as friends from waitlist_entries
      where ${condition} and referrals > 0 and erased_at is null offset 0) as candidates
    where friends > 0 ${IN_ORDER} limit ${MOST}`
}

/** With a search, only the friends of the people found. */
function mostOfAll({ listed, joined, isSearch }: Scope): string {
  const by = isSearch ? `inviter_id in (select entry_id from ${listed})` : 'true'
  return `select id, friends from (
      select id, friends from (${friendsByInviter(joined, by)} order by friends desc offset 0) as referrers
      where ${isListed('referrers.id', listed)} order by friends desc fetch first ${MOST} rows with ties) as first
    join waitlist_entries using (id) ${IN_ORDER} limit ${MOST}`
}

/** Otherwise PostgreSQL would sometimes read the whole listing. */
function isListed(id: string, listed: string): string {
  return `exists (select from ${listed} and l.entry_id = ${id} offset 0)`
}
