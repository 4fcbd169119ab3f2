import type { Filters } from '#shared/list/filters.ts'
import type { Counts } from '#shared/values/counts.ts'
import { type Days, isWithin, lastSevenDays, leftOutBefore, type Period, periodBefore } from '#shared/list/period.ts'
import { addHeadcounts, emptyHeadcount, type Headcount, type Tally } from '#shared/list/tally.ts'
import { all, createValues, facetConditions, isRolledUp, matching, type Values } from './conditions.ts'
import { findRow, type Queryable } from '../../db/query.ts'

type Pair = [name: string, count: number]
type Head = { day: string; industry: string; signups: number; solo: number; group: number }
export type TallyRow = {
  heads: Head[]
  referred: number
  prices: Pair[]
  sources: Pair[]
  choices: Pair[]
} & Record<Kind, number[]>
type Question = { filters: Filters; period: Period }

type Sums = { definition: string; days: string; sources: string; choices: string }

/** The most sources that the dashboard shows. Anybody can make up sources, so there may be many more. */
export const MOST_SOURCES = 50

export type SlotNames = { problem: string[]; goal: string[] }

/** What `tallyEntries` makes of entries, from the rollups or else from the listing. */
export async function readTally(db: Queryable, { filters, period }: Question, slots: SlotNames): Promise<Tally> {
  const values = createValues()
  const before = periodBefore(period)
  const lastDays = lastSevenDays(period)
  const sums = isRolledUp(filters) ? ROLLUPS : matchingSums({ filters, period }, values, slots)
  const facets = facetConditions(filters, values)
  const within = (spans: Days[]) => all([...facets, spans.map((span) => dayCondition(span, values)).join(' or ')])
  const inPeriod = within([period])

  const { rows } = await db.query<TallyRow>(
    `${sums.definition}
     select
       (select coalesce(json_agg(h), '[]') from (
          select day::text, industry, sum(entries)::int as signups,
            coalesce(sum(entries) filter (where is_solo), 0)::int as solo,
            coalesce(sum(entries) filter (where not is_solo), 0)::int as "group"
          from ${sums.days} where ${within([period, ...(before ? [before] : []), lastDays])}
          group by day, industry having sum(entries) > 0 order by day) as h) as heads,
       referred, problem, goal,
       (select ${pairs('price')} from (
          select price, sum(entries)::int as n from ${sums.days} where ${inPeriod} group by price) as p) as prices,
       (select ${pairs('source')} from (
          select source, sum(entries)::int as n from ${sums.sources} where ${inPeriod} and source is not null
          group by source order by n desc, source collate "C" limit ${MOST_SOURCES}) as s) as sources,
       (select ${pairs('choice')} from (
          select choice, sum(entries)::int as n from ${sums.choices} where ${inPeriod} group by choice) as c) as choices
     from (
       select coalesce(sum(referred), 0)::int as referred, ${arraySums('problem', slots)} as problem,
         ${arraySums('goal', slots)} as goal
       from ${sums.days} where ${inPeriod}) as answers`,
    values.list,
  )
  return toTally(rows[0]!, period, slots)
}

function pairs(name: string): string {
  return `coalesce(json_agg(json_build_array(${name}, n)), '[]')`
}

const ROLLUPS: Sums = { definition: '', days: 'rollup_days', sources: 'rollup_sources', choices: 'rollup_choices' }

const ARRAYS = { problem: 'problems', goal: 'goals' } as const
type Kind = keyof typeof ARRAYS

/** Leaves out of `previous` who joined later in that period than it is now. The sums have whole days only. */
export async function upToSameTime(
  db: Queryable,
  tally: Tally,
  { filters, period, now }: Question & { now: Date },
): Promise<Tally> {
  const span = leftOutBefore(period, now)
  if (!span || !tally.previous) return tally
  const values = createValues()
  const matches = matching('listing', { filters, days: { from: null, to: null }, timeZone: period.time_zone }, values)
  const { rows } = await db.query<Omit<Head, 'day'>>(
    `select industry, -count(*)::int as signups, -count(*) filter (where is_solo)::int as solo,
       -count(*) filter (where not is_solo)::int as "group"
     from ${matches} and created_at >= ${values.add(span.from)} and created_at < ${values.add(span.to)}
     group by industry`,
    values.list,
  )
  const { industries, ...counts } = addHeadcounts(tally.previous, addUp(rows))
  return { ...tally, previous: { ...counts, industries: present([...industries]) } }
}

function matchingSums({ filters, period }: Question, values: Values, slots: SlotNames): Sums {
  const bits = (kind: Kind) =>
    slots[kind].map((_, slot) => `count(*) filter (where l.${ARRAYS[kind]} & ${2 ** slot} <> 0)`).join(', ')
  const span = hull([period, periodBefore(period) ?? period, lastSevenDays(period)])
  const matches = matching('listing', { filters, days: span, timeZone: period.time_zone }, values)
  const day = `(created_at at time zone ${values.add(period.time_zone)})::date as day`
  const definition = `with sums as materialized (
    select ${day}, industry, is_solo, price, source,
      count(*) as entries, count(*) filter (where is_referred) as referred,
      array[${bits('problem')}]::bigint[] as problems, array[${bits('goal')}]::bigint[] as goals
    from ${matches} group by 1, 2, 3, 4, 5),
    choice_sums as (select day, industry, is_solo, price, choice, count(*) as entries
      from (select ${day}, industry, is_solo, price, choices from ${matches}) as m
      cross join unnest(choices) as choice group by 1, 2, 3, 4, 5)`
  return { definition, days: 'sums', sources: 'sums', choices: 'choice_sums' }
}

function arraySums(kind: Kind, slots: SlotNames): string {
  return `array[${slots[kind].map((_, slot) => `sum(${ARRAYS[kind]}[${slot + 1}])`).join(', ')}]::int[]`
}

function dayCondition({ from, to }: Days, values: Values): string {
  return all([from === null ? [] : `day >= ${values.add(from)}`, to === null ? [] : `day <= ${values.add(to)}`].flat())
}

/** The shortest span that contains all of these spans. */
function hull(spans: Days[]): Days {
  const froms = spans.map(({ from }) => from)
  const tos = spans.map(({ to }) => to)
  return {
    from: froms.includes(null) ? null : (froms.sort()[0] ?? null),
    to: tos.includes(null) ? null : (tos.sort().at(-1) ?? null),
  }
}

export function toTally(
  { heads, referred, prices, sources, choices, problem, goal }: TallyRow,
  period: Period,
  slots: SlotNames,
): Tally {
  const before = periodBefore(period)
  const sum = (span: Days) => addUp(heads.filter(({ day }) => isWithin(day, span)))
  const days = Map.groupBy(heads, ({ day }) => day)
  return {
    days: [...days].filter(([day]) => isWithin(day, period)).map(([day, parts]) => ({ day, ...addUp(parts) })),
    previous: before && sum(before),
    last_seven_days: sum(lastSevenDays(period)).signups,
    prices: present(prices),
    problems: present(slots.problem.map((name, slot) => [name, problem[slot] ?? 0])),
    goals: present(slots.goal.map((name, slot) => [name, goal[slot] ?? 0])),
    choices: present(choices),
    referred,
    sources: present(sources),
  }
}

function addUp(heads: Omit<Head, 'day'>[]): Headcount {
  return heads.reduce<Headcount>(
    (total, { industry, signups, solo, group }) =>
      addHeadcounts(total, { signups, solo, group, industries: new Map([[industry, signups]]) }),
    emptyHeadcount(),
  )
}

/** Zeros remain after all entries of a sum have changed. */
function present(counts: Pair[]): Counts {
  return new Map(counts.filter(([, count]) => count > 0))
}

export type Calendar = { timeZone: string; slots: SlotNames; entries: number }

export async function readCalendar(db: Queryable) {
  return (await findRow<Calendar>(
    db,
    `select time_zone as "timeZone", entries, (select json_build_object(
         'problem', coalesce(json_agg(name order by slot) filter (where kind = 'problem'), '[]'),
         'goal', coalesce(json_agg(name order by slot) filter (where kind = 'goal'), '[]'))
       from choice_slots) as slots
     from waitlist_counter where id = 1`,
  ))!
}
