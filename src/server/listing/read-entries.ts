import * as z from 'zod/mini'
import type { EntriesPage, Entry } from '#shared/list/entry.ts'
import { type EntriesQuery, type ExportQuery, filterNames, type Sort } from '#shared/list/filters.ts'
import { periodOf } from '#shared/list/period.ts'
import { parseCursor, refuseCursor, toPage } from '../db/cursor.ts'
import { ENTRY_COLUMNS } from '../people/entry-columns.ts'
import { BUCKETS, keyAtRank, ranksInLine, ranksOf } from '../people/places/read-ranks.ts'
import { type ColumnStore, NO_COLUMNS } from './columns/column-store.ts'
import { createValues } from './sql/conditions.ts'
import { type Calendar, readCalendar } from './sql/read-tally.ts'
import { keyColumns, neededOf, orderName, sortedPage } from './sql/sorted-page.ts'
import type { Queryable } from '../db/query.ts'

export async function readEntries(
  db: Queryable,
  asked: EntriesQuery,
  now: Date,
  columns: ColumnStore = NO_COLUMNS,
): Promise<EntriesPage> {
  const query = { ...asked, sort: sortOf(asked) }
  const calendar = isInLine(query) ? NO_DAYS : await readCalendar(db)
  const { timeZone } = calendar
  const { cursor, limit, from_rank } = query
  const offset = cursor === undefined ? (query.offset ?? 0) : 0
  const keys = keyColumns(query)
  // A cursor names its order, because the keys of two orders may look alike.
  const order = orderName(query)
  const key = z.tuple([z.literal(order), z.array(z.string()).check(z.length(keys.length))])
  const after = parseCursor(key, cursor)?.[1]
  const question = { filters: query, period: periodOf(query, { now, timeZone }), calendar }
  const found = await columns.find(question, neededOf(query, { after, limit: offset + limit + 1, timeZone }))
  const values = createValues()
  const inLine = offset === 0 && isInLine(query)
  const first = !after && (inLine || from_rank !== undefined) ? `${values.add(from_rank ?? 1)}::integer` : undefined
  const from = first && from_rank !== undefined ? keyAtRank(first) : undefined
  const page = sortedPage({ query, after, from, offset, limit: limit + 1, clock: { now, timeZone }, found }, values)
  const { rows } = await db
    .query<{ entry: Entry; key: string[] }>(
      `with ${BUCKETS}, page as materialized (
         select entry_id, array[${keys.map((column) => `${column}::text`).join(', ')}] as key,
           row_number() over () as place
         from (${page}) as sorted
       ), ranks as materialized (${inLine ? ranksInLine('page', first) : ranksOf('select entry_id from page')})
       select key, (select row_to_json(entry) from (select ${ENTRY_COLUMNS}, ranks.rank) as entry) as entry
       from page join waitlist_entries e on e.id = page.entry_id join entry_listing l on l.entry_id = e.id
         left join ranks using (joined_position)
       order by place`,
      values.list,
    )
    .catch(refuseCursor)
  const { shown, next_cursor } = toPage(rows, limit, (row) => [order, row.key])
  return { entries: shown.map(({ entry }) => entry), next_cursor }
}

const NO_DAYS: Calendar = { timeZone: 'UTC', slots: { problem: [], goal: [] }, entries: 0 }

/** Needs only a few statements: use a pool that prepares them. */
export function isInLine(query: EntriesQuery | ExportQuery): boolean {
  const isEverybody = filterNames().every((name) => (name === 'range' ? query.range === 'all' : !query[name]))
  return isEverybody && orderName({ ...query, sort: sortOf(query) }) === 'launch asc'
}

function sortOf({ sort, from_rank }: { sort?: Sort | undefined; from_rank?: number | undefined }): Sort {
  return sort ?? (from_rank === undefined ? 'submitted' : 'launch')
}
