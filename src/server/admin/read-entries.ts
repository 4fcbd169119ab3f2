import type { EntriesPage, Entry } from '#shared/entry.ts'
import type { EntriesQuery } from '#shared/filters.ts'
import { periodOf } from '#shared/period.ts'
import type { Queryable } from '../db/pool.ts'
import { isDataError } from '../db/sqlstate.ts'
import { AppError } from '../errors.ts'
import { all, createValues, facetConditions, searchConditions, spanConditions } from './conditions.ts'
import { ENTRY_COLUMNS } from './entry-columns.ts'
import { readCalendar } from './read-calendar.ts'

/** What each sort compares, with the types of these columns, for which there is an index each. The last is unique. */
const SORT_KEYS = {
  submitted: { columns: ['created_at', 'entry_id'], types: ['timestamptz', 'uuid'] },
  // The search text begins with the email.
  email: { columns: ['search', 'entry_id'], types: ['text', 'uuid'] },
  business: { columns: ['business', 'entry_id'], types: ['text', 'uuid'] },
  launch: { columns: ['position', '(-referrals)', 'joined_position'], types: ['integer', 'integer', 'integer'] },
}

/** The launch order stands with the entries, everything else that a list needs in the listing. */
const LISTED = 'entry_listing'
const IN_LAUNCH_ORDER = `(select id, position, referrals, joined_position from waitlist_entries where erased_at is null) as e
  join entry_listing on entry_id = id`

/** One page of the entries that pass the filters. However far back it is, it costs the same. */
export async function readEntries(db: Queryable, query: EntriesQuery, now: Date): Promise<EntriesPage> {
  const { sort, order = sort === 'submitted' ? 'desc' : 'asc', limit } = query
  const { columns, types } = SORT_KEYS[sort]
  const { timeZone } = await readCalendar(db)
  const values = createValues()
  const conditions = [
    ...searchConditions(query, values),
    ...facetConditions(query, values),
    ...spanConditions(periodOf(query, { now, timeZone }), timeZone, values),
  ]
  if (query.cursor !== undefined) {
    const last = parseCursor(query.cursor, columns.length).map((key, index) => `${values.add(key)}::${types[index]}`)
    conditions.push(`(${columns.join(', ')}) ${order === 'asc' ? '>' : '<'} (${last.join(', ')})`)
  }
  const { rows } = await db
    .query<{ entry: Entry; key: string[] }>(
      `with page as materialized (
       select entry_id, array[${columns.map((column) => `${column}::text`).join(', ')}] as key,
         row_number() over () as place
       from (
         select ${[...new Set(['entry_id', ...columns.map((column) => column.replaceAll(/\W/g, ''))])].join(', ')}
         from ${sort === 'launch' ? IN_LAUNCH_ORDER : LISTED} where ${all(conditions)}
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
