import { type EntriesQuery, type ExportQuery, filterNames, type Sort } from '#shared/list/filters.ts'
import { BUCKETS, keyAtRank, ranksInLine, ranksOf } from '../people/places/read-ranks.ts'
import { periodOf } from '#shared/list/period.ts'
import { type ColumnStore, NO_COLUMNS } from './columns/column-store.ts'
import { createLiterals, createValues, isRolledUp } from './sql/conditions.ts'
import { csvColumns } from './csv-columns.ts'
import { type Calendar, readCalendar } from './sql/read-tally.ts'
import { keyColumns, neededOf, orderName, rarityOf, sortedPage } from './sql/sorted-page.ts'
import { copyOut, findValue, parseCursor, type Pool, type Queryable, refuseCursor, toPage } from '../db/query.ts'
import { ENTRY_COLUMNS, NAMED_ENTRIES } from '../people/entry-columns.ts'
import * as z from 'zod/mini'
import type { EntriesPage, Entry } from '#shared/list/entry.ts'

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

/** Without this mark, spreadsheets assume a local encoding instead of UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/** Reading ranks costs more than all other cells together, so ranks are read only if this column is chosen. */
const RANK_COLUMN = 'place_in_line'
const NAME_COLUMN = 'full_name'
const TAGS_COLUMN = 'tags'
const TAGS = `left join lateral (
  select string_agg(tag, '; ' order by tag) as tags from entry_tags where entry_tags.entry_id = id) as tagged on true`

const REWARDS_COLUMN = 'rewards'
const REWARDS = `left join lateral (
  select string_agg(words || ': ' || replace(state, '-', ' ') || coalesce(' ' || handed_out_at::date, ''), '; ' order by friends, words) as rewards
  from rewards r join milestones m on m.id = r.milestone_id where r.entry_id = e.id) as rewarded on true`

const LINES_PER_PAGE = 3_000
/** Fits 3,000 lines of usual length, and fewer long ones. */
const BYTES_PER_PAGE = 1024 * 1024

/** PostgreSQL writes the lines in bounded statements: a slow client keeps no transaction open. Each buffer is valid until the next one is requested. */
export async function exportEntries(
  pool: Pool,
  query: ExportQuery,
  now: Date,
  store: ColumnStore = NO_COLUMNS,
  onLines: (lines: number) => void = () => {},
): Promise<AsyncIterable<Buffer>> {
  const calendar = await readCalendar(pool)
  const clock = { now, timeZone: calendar.timeZone }
  const question = { filters: query, period: periodOf(query, clock), calendar }
  const columns = keyColumns(query)
  const chosen = csvColumns().filter(([name]) => query.columns?.split(',').includes(name) ?? true)
  // Not the names of the columns: the key of a question may be a word of SQL, or the name of another column.
  const cells = chosen.map(([, { sql }], index) => `${sql} as c${index}`).join(', ')
  const quoted = ['key', ...chosen.flatMap(([, { isQuoted }], index) => (isQuoted ? `c${index}` : []))].join(', ')
  const hasRanks = chosen.some(([name]) => name === RANK_COLUMN)
  const entries = chosen.some(([name]) => name === NAME_COLUMN) ? NAMED_ENTRIES : 'waitlist_entries'
  const hasTags = chosen.some(([name]) => name === TAGS_COLUMN)
  const hasRewards = chosen.some(([name]) => name === REWARDS_COLUMN)
  let isRare: boolean | undefined
  return pages()

  async function* pages() {
    yield Buffer.from(`${BYTE_ORDER_MARK}${chosen.map(([name]) => name).join(',')}\r\n`)
    const spare = [createCsvPage(BYTES_PER_PAGE), createCsvPage(BYTES_PER_PAGE)]
    let left = query.first ?? Infinity
    let next = read(spare.pop()!, undefined, left)
    for (let page = await next; page.last() !== null; page = await next) {
      left -= page.count()
      onLines(page.count())
      // PostgreSQL writes the next page while this one is sent.
      next = read(spare.pop()!, toKey(page.last()!), left)
      // If the client disconnects, nobody awaits this promise: its failure would be an unhandled rejection.
      next.catch(() => {})
      yield page.lines()
      spare.push(page)
    }
  }

  async function read(page: CsvPage, after: string[] | undefined, left: number): Promise<CsvPage> {
    page.clear()
    if (left === 0) return page
    const limit = Math.min(LINES_PER_PAGE, left)
    const found =
      (query.wave ?? query.ids)
        ? null
        : await store.find(question, neededOf(query, { after, limit, timeZone: clock.timeZone }))
    if (!found && !isRolledUp(query)) isRare ??= await areFew()
    await copyOut(
      pool,
      `copy (
         with ${hasRanks ? `${BUCKETS}, ` : ''}page as materialized (
           select *, row_number() over () as place
           from (${sortedPage({ query, after, limit, clock, found, isRare }, createLiterals())}) as sorted
         )${hasRanks ? `, ranks as materialized (${isInLine(query) ? ranksInLine('page') : ranksOf('select entry_id from page')})` : ''}
         select concat_ws(',', ${columns.map((column) => `page.${column}`).join(', ')}) as key, ${cells}
         from page join ${entries} as e on id = page.entry_id
         ${hasRanks ? 'left join ranks using (joined_position)' : ''} ${hasTags ? TAGS : ''} ${hasRewards ? REWARDS : ''} order by place)
       to stdout with (format csv, force_quote (${quoted}))`,
      page.add,
    )
    return page
  }

  function toKey(text: string): string[] {
    const parts = text.split(',')
    const others = parts.splice(1 - columns.length)
    return [parts.join(','), ...others]
  }

  async function areFew(): Promise<boolean> {
    const values = createValues()
    return (await findValue<boolean>(pool, rarityOf(query, clock, values), values.list))!
  }
}

const QUOTE = 0x22

type CsvPage = {
  clear: () => void
  /** `row`, as `copy` sends it: a quoted key, a comma, and the line. Once one does not fit, all later ones are left out. */
  add: (row: Buffer) => void
  lines: () => Buffer
  count: () => number
  last: () => string | null
}

function createCsvPage(bytes: number): CsvPage {
  const page = Buffer.allocUnsafeSlow(bytes)
  let end = 0
  let last: string | null = null
  let isFull = false
  let count = 0
  return {
    clear() {
      end = 0
      last = null
      isFull = false
      count = 0
    },
    add(row) {
      isFull ||= end + row.length > bytes
      if (isFull) return
      count += 1
      const key = endOfQuoted(row)
      last = row.toString('utf8', 1, key)
      // Copies through a string: strings make V8 collect young garbage more often, and with it the driver's buffers,
      // whose size V8 ignores. This halves the server's memory during an export.
      end += page.write(`${row.toString('latin1', key + 2, row.length - 1)}\r\n`, end, 'latin1')
    },
    lines: () => page.subarray(0, end),
    count: () => count,
    last: () => last && last.replaceAll('""', '"'),
  }
}

/** Quotes inside the cell are doubled. */
function endOfQuoted(row: Buffer): number {
  let quote = row.indexOf(QUOTE, 1)
  while (row[quote + 1] === QUOTE) quote = row.indexOf(QUOTE, quote + 2)
  return quote
}
