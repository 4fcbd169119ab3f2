import type { EntriesPage, Entry } from '#shared/entry.ts'
import type { EntriesQuery } from '#shared/filters.ts'
import type { Queryable } from '../db/pool.ts'
import { isDataError } from '../db/sqlstate.ts'
import { AppError } from '../errors.ts'
import { createValues, passing } from './conditions.ts'
import { ENTRY_COLUMNS } from './entry-columns.ts'
import { readCalendar } from './read-calendar.ts'

/** What each sort compares and where that stands; there is an index for each. The last column is unique. */
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

/** One page of the entries that pass the filters. However far back it is, it costs the same. */
export async function readEntries(db: Queryable, query: EntriesQuery, now: Date): Promise<EntriesPage> {
  const { sort, order = sort === 'submitted' ? 'desc' : 'asc', cursor, limit } = query
  const { relation, id, columns, types } = SORT_KEYS[sort]
  const { timeZone } = await readCalendar(db)
  const values = createValues()
  const source = passing(query, { now, timeZone }, values)[relation]
  const last = cursor === undefined ? [] : parseCursor(cursor, columns.length)
  const places = last.map((key, index) => `${values.add(key)}::${types[index]}`)
  const isBehind = `(${columns.join(', ')}) ${order === 'asc' ? '>' : '<'} (${places.join(', ')})`
  const { rows } = await db
    .query<{ entry: Entry; key: string[] }>(
      `with page as materialized (
         select row_number() over () as place, * from (
           select ${id} as entry_id, array[${columns.map((column) => `${column}::text`).join(', ')}] as key
           from ${source} ${cursor === undefined ? '' : `and ${isBehind}`}
           order by ${columns.map((column) => `${column} ${order}`).join(', ')}
           limit ${values.add(limit + 1)}) as ordered)
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

function toCursor(key: string[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

function parseCursor(cursor: string, length: number): string[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(key) && key.length === length && key.every((part) => typeof part === 'string')) return key
  } catch {}
  return refuseCursor()
}

/** A cursor that we did not write, of another sort perhaps. */
function refuseCursor(cause?: unknown): never {
  if (cause !== undefined && !isDataError(cause)) throw cause
  throw new AppError('invalid-input', { fields: { cursor: 'is not the next_cursor of such a page' }, cause })
}
