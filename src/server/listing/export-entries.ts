import type pg from 'pg'
import type { Filters } from '#shared/filters.ts'
import { copyOut } from '../db/copy-out.ts'
import { createLiterals, passing } from './conditions.ts'
import { CSV_COLUMNS } from './csv-columns.ts'
import { createCsvPage, type CsvPage } from './csv-page.ts'
import { readCalendar } from './read-calendar.ts'

/** A spreadsheet takes the file for its own country's encoding without it. */
const BYTE_ORDER_MARK = '\uFEFF'
const HEADER = `${BYTE_ORDER_MARK}${CSV_COLUMNS.map(([name]) => name).join(',')}\r\n`

const CELLS = CSV_COLUMNS.map(([name, { sql }]) => `${sql} as ${name}`).join(', ')
const QUOTED = CSV_COLUMNS.flatMap(([name, { isQuoted }]) => (isQuoted ? name : [])).join(', ')

const LINES_PER_PAGE = 3_000
/** For lines of usual length; of long ones fewer fit. */
const BYTES_PER_PAGE = 1024 * 1024

/**
 * Every entry that passes the filters as lines of CSV, in the order of joining. The database writes the lines, in
 * statements that are short and bounded: neither a slow reader nor a long list holds a transaction or memory. What is
 * handed out is good until the next is asked for.
 */
export async function exportEntries(pool: pg.Pool, filters: Filters, now: Date): Promise<AsyncIterable<Buffer>> {
  const { timeZone } = await readCalendar(pool)
  return pages()

  async function* pages() {
    yield Buffer.from(HEADER)
    const spare = [createCsvPage(BYTES_PER_PAGE), createCsvPage(BYTES_PER_PAGE)]
    let next = read(spare.pop()!, 0)
    for (let page = await next; page.last() !== null; page = await next) {
      // One page is written while another is sent.
      next = read(spare.pop()!, page.last()!)
      // Whoever stops reading leaves it behind.
      next.catch(() => {})
      yield page.lines()
      spare.push(page)
    }
  }

  async function read(page: CsvPage, after: number): Promise<CsvPage> {
    const { entries } = passing(filters, { now, timeZone }, createLiterals())
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
