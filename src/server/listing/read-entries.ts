import * as z from 'zod/mini'
import type { EntriesPage, Entry } from '#shared/entry.ts'
import type { EntriesQuery, Sort } from '#shared/filters.ts'
import type { Queryable } from '../db/pool.ts'
import { createValues, passing, type Values } from './conditions.ts'
import { parseCursor, refuseCursor, toCursor } from '../db/cursor.ts'
import { ENTRY_COLUMNS } from '../people/entry-columns.ts'
import { keyAtRank, ranksOf, BUCKETS } from '../places/read-ranks.ts'
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
export async function readEntries(db: Queryable, query: EntriesQuery, now: Date): Promise<EntriesPage> {
  const { timeZone } = await readCalendar(db)
  const values = createValues()
  const page = pageOf(query, { now, timeZone }, values)
  const key = SORT_KEYS[sortOf(query)].columns.map((column) => `${column}::text`).join(', ')
  const { rows } = await db
    .query<{ entry: Entry; key: string[] }>(
      `with ${BUCKETS}, page as materialized (
         select entry_id, array[${key}] as key, row_number() over () as place from (${page}) as ordered
       ), ranks as materialized (${ranksOf('select entry_id from page')})
       select key, (select row_to_json(entry) from (select ${ENTRY_COLUMNS}, ranks.rank) as entry) as entry
       from page join waitlist_entries e on e.id = page.entry_id join entry_listing l on l.entry_id = e.id
         left join ranks using (joined_position)
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
function pageOf(query: EntriesQuery, clock: { now: Date; timeZone: string }, values: Values): string {
  const sort = sortOf(query)
  const { order = sort === 'submitted' ? 'desc' : 'asc', limit } = query
  const { relation, id, columns } = SORT_KEYS[sort]
  const names = new Set([`${id} as entry_id`, ...columns.map((column) => column.replaceAll(/\W/g, ''))])
  names.delete('entry_id')
  const passed = `select ${[...names].join(', ')} from ${passing(query, clock, values)[relation]}
    ${beginAt(query, { sort, order }, values)}`
  const sorted = `order by ${columns.map((column) => `${column} ${order}`).join(', ')} limit ${values.add(limit + 1)}`
  return query.q ? searchPage(passed, sorted) : `${passed} ${sorted}`
}

/** The condition of a page that is not the first: behind the cursor's row, or from a rank on. */
function beginAt(
  { cursor, from_rank }: EntriesQuery,
  { sort, order }: { sort: Sort; order: 'asc' | 'desc' },
  values: Values,
): string {
  const { columns, types } = SORT_KEYS[sort]
  const isBehind = order === 'asc' ? '>' : '<'
  if (cursor !== undefined) {
    const last = parseCursor(z.array(z.string()).check(z.length(columns.length)), cursor)
    const key = last.map((value, index) => `${values.add(value)}::${types[index]}`)
    return `and (${columns.join(', ')}) ${isBehind} (${key.join(', ')})`
  }
  if (from_rank === undefined) return ''
  return `and (${columns.join(', ')}) ${isBehind}= (${keyAtRank(`${values.add(from_rank)}::integer`)})`
}

/** Whoever asks for a rank asks for launch order. */
function sortOf({ sort, from_rank }: EntriesQuery): Sort {
  return sort ?? (from_rank === undefined ? 'submitted' : 'launch')
}

/**
 * Few matches are found first and then sorted; many matches are found while walking the sort's index. PostgreSQL would
 * choose from statistics that do not know where in the index the matches are, and would sometimes walk past a million
 * rows.
 */
function searchPage(passed: string, sorted: string): string {
  return `with found as materialized (${passed} limit ${FEW + 1}), size as materialized (select count(*) as n from found)
    (select * from found where (select n from size) <= ${FEW} ${sorted})
    union all (select * from (${passed}) as all_found where (select n from size) > ${FEW} ${sorted})`
}
