import * as z from 'zod/mini'
import { dayOf } from '#shared/days.ts'
import type { EntriesPage, Entry } from '#shared/entry.ts'
import type { EntriesQuery } from '#shared/filters.ts'
import { periodOf } from '#shared/period.ts'
import type { Queryable } from '../db/pool.ts'
import { type ColumnStore, NO_COLUMNS } from './columns/column-store.ts'
import type { Found, Page } from './columns/find-in-columns.ts'
import { type Clock, createValues, isRolledUp, passing, type Values } from './conditions.ts'
import { parseCursor, refuseCursor, toCursor } from '../db/cursor.ts'
import { ENTRY_COLUMNS } from '../people/entry-columns.ts'
import { readCalendar } from './read-calendar.ts'

/** The columns that each sort compares, and their relation; each sort has an index. The last column is unique. */
const SORT_KEYS = {
  submitted: {
    relation: 'listing',
    id: 'entry_id',
    columns: ['created_at', 'entry_id'],
    types: ['timestamptz', 'uuid'],
  },
  // The search text begins with the email.
  email: { relation: 'listing', id: 'entry_id', columns: ['search', 'entry_id'], types: ['text', 'uuid'] },
  business: { relation: 'listing', id: 'entry_id', columns: ['business', 'entry_id'], types: ['text', 'uuid'] },
  launch: {
    relation: 'entries',
    id: 'id',
    columns: ['position', '(-referrals)', 'joined_position'],
    types: ['integer', 'integer', 'integer'],
  },
} as const

/** The most rows that PostgreSQL sorts in a negligible time. */
const FEW = 20_000

/** Reads one page of the entries that pass the filters. Keyset pagination makes every page cost the same. */
export async function readEntries(
  db: Queryable,
  query: EntriesQuery,
  now: Date,
  columns: ColumnStore = NO_COLUMNS,
): Promise<EntriesPage> {
  const calendar = await readCalendar(db)
  const clock = { now, timeZone: calendar.timeZone }
  const period = periodOf(query, clock)
  const found = await columns.find({ filters: query, period, calendar }, neededOf(query, clock))
  const values = createValues()
  const page = pageOf(query, { clock, found }, values)
  const key = SORT_KEYS[query.sort].columns.map((column) => `${column}::text`).join(', ')
  const { rows } = await db
    .query<{ entry: Entry; key: string[] }>(
      `with page as materialized (
         select entry_id, array[${key}] as key, row_number() over () as place from (${page}) as ordered)
       select key, (select row_to_json(entry) from (select ${ENTRY_COLUMNS}) as entry) as entry
       from page join waitlist_entries e on e.id = page.entry_id join entry_listing l on l.entry_id = e.id
       order by place`,
      values.list,
    )
    .catch(refuseCursor)
  const shown = rows.slice(0, query.limit)
  return {
    entries: shown.map(({ entry }) => entry),
    next_cursor: rows.length > query.limit ? toCursor(shown.at(-1)!.key) : null,
  }
}

/** The ids and sort keys of a page and of the first row after it. */
function pageOf(query: EntriesQuery, { clock, found }: { clock: Clock; found: Found | null }, values: Values): string {
  const { sort, order = sort === 'submitted' ? 'desc' : 'asc', limit, cursor } = query
  const { relation, id, columns, types } = SORT_KEYS[sort]
  const last = keyIn(query)
  const places = last.map((key, index) => `${values.add(key)}::${types[index]}`)
  const isBehind = `(${columns.join(', ')}) ${order === 'asc' ? '>' : '<'} (${places.join(', ')})`
  const names = new Set([`${id} as entry_id`, ...columns.map((column) => column.replaceAll(/\W/g, ''))])
  names.delete('entry_id')
  const passed = `select ${[...names].join(', ')} from ${passing(relation, { filters: query, clock, found }, values)}
    ${cursor === undefined ? '' : `and ${isBehind}`}`
  const sorted = `order by ${columns.map((column) => `${column} ${order}`).join(', ')} limit ${values.add(limit + 1)}`
  return found || isRolledUp(query) ? `${passed} ${sorted}` : searchPage(passed, sorted)
}

/** In the order of sign-up, a page needs no more than the days from the cursor's on. */
function neededOf(query: EntriesQuery, { timeZone }: Clock): Page | undefined {
  if (query.sort !== 'submitted') return undefined
  const [created] = keyIn(query)
  const moment = new Date(created ?? Number.NaN)
  const day = Number.isNaN(moment.getTime()) ? null : dayOf(moment, timeZone)
  return { order: query.order ?? 'desc', day, least: query.limit + 1 }
}

/** The sort key in the cursor; nothing for the first page. */
function keyIn({ sort, cursor }: EntriesQuery): string[] {
  const { length } = SORT_KEYS[sort].columns
  return cursor === undefined ? [] : parseCursor(z.array(z.string()).check(z.length(length)), cursor)
}

/**
 * Few matches of a search or of a filter without an index are found first and then sorted; many matches are found while walking the sort's index. PostgreSQL would
 * choose from statistics that do not know where in the index the matches are, and would sometimes walk past a million
 * rows.
 */
function searchPage(passed: string, sorted: string): string {
  return `with found as materialized (${passed} limit ${FEW + 1}), size as materialized (select count(*) as n from found)
    (select * from found where (select n from size) <= ${FEW} ${sorted})
    union all (select * from (${passed}) as all_found where (select n from size) > ${FEW} ${sorted})`
}
