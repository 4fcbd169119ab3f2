import { MOST_SLOTS } from './choices.ts'
import type { Transaction } from '../../db/query.ts'

/** `query`: the columns of `rollup_days`, in this order; so do the others. */
export function addDaysOf(query: string): string {
  return `insert into rollup_days as r (day, industry, is_solo, price, entries, referred, problems, goals) ${query}
    on conflict (day, industry, is_solo, price) do update set entries = r.entries + excluded.entries,
      referred = r.referred + excluded.referred,
      problems = array(select coalesce(a, 0) + coalesce(b, 0) from unnest(r.problems, excluded.problems) as t (a, b)),
      goals = array(select coalesce(a, 0) + coalesce(b, 0) from unnest(r.goals, excluded.goals) as t (a, b))`
}

export function addSourcesOf(query: string): string {
  return `insert into rollup_sources as r (day, industry, is_solo, price, source, entries) ${query}
    on conflict (day, industry, is_solo, price, source) do update set entries = r.entries + excluded.entries`
}

export function addChoicesOf(query: string): string {
  return `insert into rollup_choices as r (day, industry, is_solo, price, choice, entries) ${query}
    on conflict (day, industry, is_solo, price, choice) do update set entries = r.entries + excluded.entries`
}

/** With the reader of the log locked. */
export async function recountRollups(tx: Transaction): Promise<void> {
  await tx.query(`delete from rollup_days; delete from rollup_sources; delete from rollup_choices;
    insert into rollup_days (day, industry, is_solo, price, entries, referred, problems, goals) ${RECOUNTED_DAYS};
    insert into rollup_sources (day, industry, is_solo, price, source, entries) ${RECOUNTED_SOURCES};
    insert into rollup_choices (day, industry, is_solo, price, choice, entries) ${RECOUNTED_CHOICES}`)
}

function countSlots(mask: string): string {
  return eachSlot(MOST_SLOTS, (bit) => `count(*) filter (where ${mask} & ${bit} <> 0)`)
}

export function sumSlots(mask: string, slots: number): string {
  return eachSlot(slots, (bit) => `coalesce(sum(weight) filter (where ${mask} & ${bit} <> 0), 0)`)
}

function eachSlot(slots: number, sumOf: (bit: number) => string): string {
  return `array[${Array.from({ length: slots }, (_, slot) => sumOf(2 ** slot)).join(', ')}]::int[]`
}

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
