import * as z from 'zod/mini'
import type { EntriesPage, Entry } from '#shared/entry.ts'
import type { EntriesQuery } from '#shared/filters.ts'
import type { Queryable } from '../db/pool.ts'
import { createValues } from './conditions.ts'
import { parseCursor, refuseCursor, toCursor } from '../db/cursor.ts'
import { ENTRY_COLUMNS } from '../people/entry-columns.ts'
import { readCalendar } from './read-calendar.ts'
import { keyColumns, sortedPage } from './sorted-page.ts'

/** Reads one page of the entries that pass the filters. */
export async function readEntries(db: Queryable, query: EntriesQuery, now: Date): Promise<EntriesPage> {
  const { timeZone } = await readCalendar(db)
  const { cursor, limit } = query
  const columns = keyColumns(query)
  const key = z.array(z.string()).check(z.length(columns.length))
  const after = cursor === undefined ? undefined : parseCursor(key, cursor)
  const values = createValues()
  const page = sortedPage({ query, after, limit: limit + 1, clock: { now, timeZone } }, values)
  const { rows } = await db
    .query<{ entry: Entry; key: string[] }>(
      `with page as materialized (
         select entry_id, array[${columns.map((column) => `${column}::text`).join(', ')}] as key,
           row_number() over () as place
         from (${page}) as sorted)
       select key, (select row_to_json(entry) from (select ${ENTRY_COLUMNS}) as entry) as entry
       from page join waitlist_entries e on e.id = page.entry_id join entry_listing l on l.entry_id = e.id
       order by place`,
      values.list,
    )
    .catch(refuseCursor)
  const shown = rows.slice(0, limit)
  return {
    entries: shown.map(({ entry }) => entry),
    next_cursor: rows.length > limit ? toCursor(shown.at(-1)!.key) : null,
  }
}
