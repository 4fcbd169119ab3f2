import type { TopReferrers } from '#shared/list/entry.ts'
import type { Filters } from '#shared/list/filters.ts'
import { periodOf } from '#shared/list/period.ts'
import type { Queryable } from '../db/pool.ts'
import { friendsBetween, friendsByInviter } from '../people/read-friends.ts'
import { type ColumnStore, NO_COLUMNS } from './columns/column-store.ts'
import { all, createValues, matching, spanConditions } from './sql/conditions.ts'
import { readCalendar } from './sql/read-calendar.ts'

const MOST = 10
/** Limits of the estimate in `boundOf`: how many people it reads, and for how many of them it counts friends. */
const PROBE = { seen: 3_000, counted: 100 }
/** The most people whose friends are counted one person at a time. */
const MOST_CANDIDATES = 30_000

/**
 * The people who brought the most friends in the period; ties are in launch order. The other filters apply to these
 * people, and not to their friends.
 */
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

/** SQL: `listed` selects the people from the listing, `joined` are conditions on the `created_at` of their friends. */
type Scope = { listed: string; joined: string; isSearch: boolean }

const IN_ORDER = 'order by friends desc, position, referrals desc, joined_position'

function top(ranking: string): string {
  return `with ranking as materialized (${ranking})
    select id, email, business_name, friends as referrals from ranking join waitlist_entries e using (id)
    order by friends desc, position, e.referrals desc, joined_position`
}

/** The people with the most friends in total, read from the index. */
function mostEver({ listed }: Scope): string {
  return `select id, referrals as friends
    from waitlist_entries join (select entry_id from ${listed}) as listed on listed.entry_id = id
    where referrals > 0 and erased_at is null order by referrals desc, position, joined_position limit ${MOST}`
}

/**
 * A query for `least`, a lower bound for the friends that each of the first ten has in the period, and for
 * `candidates`, the number of people with at least that many friends in total. Only they can be among the first ten,
 * because nobody has more friends in a period than in total. The bound comes from people with many friends in total.
 */
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

/** Counts the friends in the period for each entry that meets the condition. */
function mostAmong(condition: string, joined: string): string {
  return `select id, friends from (
      select id, position, referrals, joined_position, ${friendsBetween('waitlist_entries.id', joined)} as friends from waitlist_entries
      where ${condition} and referrals > 0 and erased_at is null offset 0) as candidates
    where friends > 0 ${IN_ORDER} limit ${MOST}`
}

/**
 * Counts all friends who joined in the period; with a search, only the friends of the people found. Then checks the
 * referrers in order until enough of them pass the filters.
 */
function mostOfAll({ listed, joined, isSearch }: Scope): string {
  const by = isSearch ? `inviter_id in (select entry_id from ${listed})` : 'true'
  return `select id, friends from (
      select id, friends from (${friendsByInviter(joined, by)} order by friends desc offset 0) as referrers
      where ${isListed('referrers.id', listed)} order by friends desc fetch first ${MOST} rows with ties) as first
    join waitlist_entries using (id) ${IN_ORDER} limit ${MOST}`
}

/** Without `offset`, PostgreSQL would sometimes read the whole listing instead of looking up one person at a time. */
function isListed(id: string, listed: string): string {
  return `exists (select from ${listed} and l.entry_id = ${id} offset 0)`
}
