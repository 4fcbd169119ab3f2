import type { Transaction } from '../db/pool.ts'
import { addMask, MOST_SLOTS } from './choices.ts'
import type { Listing } from './listing.ts'

/** One entry to add to the sums of its day (1) or to subtract from them (-1). */
export type Counted = { day: string; listing: Listing; weight: 1 | -1 }

type Key = Pick<Listing, 'industry' | 'is_solo' | 'price'> & { day: string }
type DaySum = Key & { entries: number; referred: number; problems: number[]; goals: number[] }
/** The number of entries that share a key and have this source or this choice. */
type ValueSum = Key & { value: string; entries: number }

const KEY_COLUMNS = 'day date, industry text, is_solo boolean, price text'

/**
 * Adds to the sums of each day. Call this with the counter locked, because the counter holds the time zone of these
 * days.
 */
export async function addToRollups(tx: Transaction, counted: Counted[]): Promise<void> {
  if (counted.length === 0) return
  await tx.query(
    `with days as (${addDaysOf(`
       select day, industry, is_solo, price, entries, referred, problems, goals
       from json_to_recordset($1)
         as t (${KEY_COLUMNS}, entries integer, referred integer, problems integer[], goals integer[])`)})
     , choices as (${addChoicesOf(valueSumsIn('$3'))})
     ${addSourcesOf(valueSumsIn('$2'))}`,
    [
      JSON.stringify(daySums(counted)),
      JSON.stringify(valueSums(counted, ({ source }) => (source === null ? [] : [source]))),
      JSON.stringify(valueSums(counted, ({ choices }) => choices ?? [])),
    ],
  )
}

function valueSumsIn(parameter: string): string {
  return `select day, industry, is_solo, price, value, entries
    from json_to_recordset(${parameter}) as t (${KEY_COLUMNS}, value text, entries integer)`
}

/** The statement that adds to the sums of each day, from a query of the columns of `rollup_days` in this order. */
export function addDaysOf(query: string): string {
  return `insert into rollup_days as r (day, industry, is_solo, price, entries, referred, problems, goals) ${query}
    on conflict (day, industry, is_solo, price) do update set entries = r.entries + excluded.entries,
      referred = r.referred + excluded.referred,
      problems = array(select coalesce(a, 0) + coalesce(b, 0) from unnest(r.problems, excluded.problems) as t (a, b)),
      goals = array(select coalesce(a, 0) + coalesce(b, 0) from unnest(r.goals, excluded.goals) as t (a, b))`
}

/** The statement that adds to the sums of each source, from a query of the columns of `rollup_sources`. */
export function addSourcesOf(query: string): string {
  return `insert into rollup_sources as r (day, industry, is_solo, price, source, entries) ${query}
    on conflict (day, industry, is_solo, price, source) do update set entries = r.entries + excluded.entries`
}

/**
 * The statement that adds to the sums of each choice in further questions, from a query of the columns of
 * `rollup_choices`.
 */
export function addChoicesOf(query: string): string {
  return `insert into rollup_choices as r (day, industry, is_solo, price, choice, entries) ${query}
    on conflict (day, industry, is_solo, price, choice) do update set entries = r.entries + excluded.entries`
}

function daySums(counted: Counted[]): DaySum[] {
  const sums = new Map<string, DaySum>()
  for (const { day, listing, weight } of counted) {
    const { industry, is_solo, price } = listing
    const key = JSON.stringify([day, industry, is_solo, price])
    let sum = sums.get(key)
    if (!sum) {
      sum = { day, industry, is_solo, price, entries: 0, referred: 0, problems: [], goals: [] }
      sums.set(key, sum)
    }
    sum.entries += weight
    if (listing.is_referred) sum.referred += weight
    addMask(sum.problems, listing.problems, weight)
    addMask(sum.goals, listing.goals, weight)
  }
  return [...sums.values()]
}

function valueSums(counted: Counted[], valuesOf: (listing: Listing) => string[]): ValueSum[] {
  const sums = new Map<string, ValueSum>()
  for (const { day, listing, weight } of counted) {
    const { industry, is_solo, price } = listing
    for (const value of valuesOf(listing)) {
      const key = JSON.stringify([day, industry, is_solo, price, value])
      const sum = sums.get(key)
      if (sum) sum.entries += weight
      else sums.set(key, { day, industry, is_solo, price, value, entries: weight })
    }
  }
  return [...sums.values()]
}

/** Recalculates all rollups. Call this with the counter locked. */
export async function recountRollups(tx: Transaction): Promise<void> {
  await tx.query(`truncate rollup_days, rollup_sources, rollup_choices;
    insert into rollup_days (day, industry, is_solo, price, entries, referred, problems, goals) ${RECOUNTED_DAYS};
    insert into rollup_sources (day, industry, is_solo, price, source, entries) ${RECOUNTED_SOURCES};
    insert into rollup_choices (day, industry, is_solo, price, choice, entries) ${RECOUNTED_CHOICES}`)
}

/** Counts, for each of the first `slots` slots, the rows that have it set in their mask. */
export function countSlots(mask: string, slots = MOST_SLOTS): string {
  const counts = Array.from({ length: slots }, (_, slot) => `count(*) filter (where ${mask} & ${2 ** slot} <> 0)`)
  return `array[${counts.join(', ')}]::int[]`
}

/** Queries that recalculate the rollups from the listing. */
export const RECOUNTED_DAYS = `
  select (created_at at time zone time_zone)::date as day, industry, is_solo, price, count(*)::int as entries,
    (count(*) filter (where is_referred))::int as referred,
    ${countSlots('problems')} as problems, ${countSlots('goals')} as goals
  from entry_listing cross join waitlist_counter group by 1, 2, 3, 4`

export const RECOUNTED_SOURCES = `
  select (created_at at time zone time_zone)::date as day, industry, is_solo, price, source, count(*)::int as entries
  from entry_listing cross join waitlist_counter where source is not null group by 1, 2, 3, 4, 5`

export const RECOUNTED_CHOICES = `
  select (created_at at time zone time_zone)::date as day, industry, is_solo, price, choice, count(*)::int as entries
  from entry_listing cross join waitlist_counter cross join unnest(choices) as choice group by 1, 2, 3, 4, 5`
