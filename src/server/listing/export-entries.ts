import type pg from 'pg'
import type { Filters } from '#shared/filters.ts'
import { periodOf } from '#shared/period.ts'
import { copyOut } from '../db/copy-out.ts'
import { type ColumnStore, NO_COLUMNS } from './columns/column-store.ts'
import { createLiterals, passing } from './conditions.ts'
import { CSV_COLUMNS } from './csv-columns.ts'
import { createCsvPage, type CsvPage } from './csv-page.ts'
import { readCalendar } from './read-calendar.ts'

/** Without it, a spreadsheet assumes the local encoding of its country. */
const BYTE_ORDER_MARK = '\uFEFF'
const HEADER = `${BYTE_ORDER_MARK}${CSV_COLUMNS.map(([name]) => name).join(',')}\r\n`

const CELLS = CSV_COLUMNS.map(([name, { sql }]) => `${sql} as ${name}`).join(', ')
const QUOTED = CSV_COLUMNS.flatMap(([name, { isQuoted }]) => (isQuoted ? name : [])).join(', ')

const LINES_PER_PAGE = 3_000
/** Fits 3,000 lines of usual length, and fewer long ones. */
const BYTES_PER_PAGE = 1024 * 1024

/**
 * Exports every entry that passes the filters as lines of CSV, in the order of joining. PostgreSQL writes the lines in
 * short, bounded statements: neither a slow reader nor a long list holds a transaction or memory. Each buffer is valid
 * until the next one is requested.
 */
export async function exportEntries(
  pool: pg.Pool,
  filters: Filters,
  now: Date,
  columns: ColumnStore = NO_COLUMNS,
): Promise<AsyncIterable<Buffer>> {
  const calendar = await readCalendar(pool)
  const clock = { now, timeZone: calendar.timeZone }
  const question = { filters, period: periodOf(filters, clock), calendar }
  return pages()

  async function* pages() {
    yield Buffer.from(HEADER)
    const spare = [createCsvPage(BYTES_PER_PAGE), createCsvPage(BYTES_PER_PAGE)]
    let next = read(spare.pop()!, 0)
    for (let page = await next; page.last() !== null; page = await next) {
      // PostgreSQL writes the next page while this one is sent.
      next = read(spare.pop()!, page.last()!)
      // If the reader stops, nobody awaits this promise, so its failure must count as handled.
      next.catch(() => {})
      yield page.lines()
      spare.push(page)
    }
  }

  async function read(page: CsvPage, after: number): Promise<CsvPage> {
    const found = await columns.find(question, { after, least: LINES_PER_PAGE })
    const entries = passing('entries', { filters, clock, found }, createLiterals())
    page.clear()
    await copyOut(
      pool,
      `copy (
         select joined_position as key, ${CELLS} from ${entries} and joined_position > ${after}
         order by joined_position limit ${LINES_PER_PAGE})
       to stdout with (format csv, force_quote (${QUOTED}))`,
      page.add,
    )
    return page
  }
}
