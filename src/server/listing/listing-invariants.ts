import { priceNames, UNKNOWN } from '#shared/facets.ts'
import { perSite } from '#shared/site.ts'
import type { Invariant } from '../db/invariant.ts'
import { sqlList } from '../db/sql-list.ts'
import { MOST_SLOTS } from './choices.ts'
import { UNREAD, UNSETTLED } from './log/unread.ts'
import { findMisfolded, IS_FOLDED_BY_PROGRAM } from './find-misfolded.ts'
import { RECOUNTED_CHOICES, RECOUNTED_DAYS, RECOUNTED_SOURCES } from './rollups.ts'

/** The bits of the slots of the chosen names. */
const maskOf = (kind: string, column: string) =>
  `(select coalesce(sum(1::bigint << slot), 0) from choice_slots where kind = '${kind}' and name = any(${column}))`

const PRICE = `coalesce(nullif(btrim(price_range), ''), '${UNKNOWN}')`
const SHORT_PRICE = `replace(replace(${PRICE}, ' ', ''), '/month', '')`

/** Folds plain text as the program does. */
const folded = (column: string) => `translate(lower(${column}), '''\`', '')`

/**
 * The expected listing row of each entry. `search` and `business` hold for plain text only: the program folds the rest.
 */
const expected = () => `
  select id, created_at, coalesce(nullif(btrim(job_industry), ''), '${UNKNOWN}') as industry, is_solo_provider as is_solo,
    case when ${SHORT_PRICE} in (${sqlList(priceNames())}) then ${SHORT_PRICE} else ${PRICE} end as price,
    ${maskOf('problem', 'problems')} as problems, ${maskOf('goal', 'goals')} as goals,
    concat_ws(E'\\x1f', ${folded('email')}, ${folded(`coalesce(business_name, '')`)}, ${folded(`coalesce(job_industry, '')`)},
      ${folded(`nullif(other_problem, '')`)}, ${folded(`nullif(other_goal, '')`)}) as search,
    ${folded(`coalesce(business_name, '')`)} as business, ${IS_FOLDED_BY_PROGRAM} as is_folded_by_program
  from waitlist_entries where erased_at is null`

const SUM_KEY = 'day, industry, is_solo, price'
const padded = (sums: string) => `array(select coalesce(${sums}[i], 0) from generate_series(1, ${MOST_SLOTS}) as i)`
const daysOf = (relation: string) => `
  select ${SUM_KEY}, entries, referred, ${padded('problems')} as problems, ${padded('goals')} as goals
  from ${relation} as sums where entries <> 0 or referred <> 0 or 0 <> any(problems) or 0 <> any(goals)`
const valuesOf = (relation: string, value: string) =>
  `select ${SUM_KEY}, ${value}, entries from ${relation} as sums where entries <> 0`

/** The rules for all data stored for the dashboard, so that its figures match the entries. */
export const listingInvariants = perSite((): Invariant[] => [
  {
    rule: 'The listing has every entry with its current values, apart from those that it has yet to follow',
    unit: 'entries',
    count: 'select count(*) from entry_listing',
    offenders: `select id, entry_id, e.industry, l.industry as listed_industry, e.price, l.price as listed_price
      from (${expected()}) as e full join entry_listing l on l.entry_id = e.id
      where coalesce(e.id, l.entry_id) not in (${UNSETTLED}) and ((e.created_at, e.industry, e.is_solo, e.price, e.problems, e.goals)
          is distinct from (l.created_at, l.industry, l.is_solo, l.price, l.problems, l.goals)
        or ((e.search, e.business) <> (l.search, l.business) and not e.is_folded_by_program))`,
  },
  {
    rule: 'The log numbers its events one by one, up to the last one that was given out',
    unit: 'events',
    count: 'select count(*) from entry_log',
    offenders: `select sequence, last_event from (
        select sequence, lead(sequence, 1, last_event + 1) over (order by sequence) as next, last_event
        from entry_log cross join waitlist_counter) as events where next <> sequence + 1
      union all select null, last_event from waitlist_counter
        where last_event > (select sequence from log_readers where name = 'listing') and not exists (select from (${UNREAD}) as unread)`,
  },
  {
    rule: 'No entry is set aside because it could not be listed',
    unit: 'entries',
    count: 'select count(*) from waitlist_entries where erased_at is null',
    offenders: `select s.entry_id, joined_position, error, since
      from log_set_aside s left join waitlist_entries e on e.id = s.entry_id`,
  },
  {
    rule: 'The listing finds text beyond ASCII whatever its case and accents',
    unit: 'entries',
    count: `select count(*) from waitlist_entries where erased_at is null and ${IS_FOLDED_BY_PROGRAM}`,
    offenders: findMisfolded,
  },
  {
    rule: 'The sums of each day equal a recount',
    unit: 'sums',
    count: 'select count(*) from rollup_days',
    offenders: difference(daysOf('rollup_days'), daysOf(`(${RECOUNTED_DAYS})`)),
  },
  {
    rule: 'The sums of each source equal a recount',
    unit: 'sums',
    count: 'select count(*) from rollup_sources',
    offenders: difference(valuesOf('rollup_sources', 'source'), valuesOf(`(${RECOUNTED_SOURCES})`, 'source')),
  },
  {
    rule: 'The sums of each choice of further questions equal a recount',
    unit: 'sums',
    count: 'select count(*) from rollup_choices',
    offenders: difference(valuesOf('rollup_choices', 'choice'), valuesOf(`(${RECOUNTED_CHOICES})`, 'choice')),
  },
])

/** The rows that only one of two relations has. */
function difference(stored: string, recounted: string): string {
  return `select 'stored' as which, * from ((${stored}) except all (${recounted})) as stored
    union all select 'recounted', * from ((${recounted}) except all (${stored})) as recounted`
}
