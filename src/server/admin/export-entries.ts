import { Readable } from 'node:stream'
import type { Filters } from '#shared/filters.ts'
import type { Queryable } from '../db/pool.ts'
import { createValues, passing } from './conditions.ts'
import { readCalendar } from './read-calendar.ts'

/** Both are null at the end. */
type Chunk = { last: number; lines: string } | { last: null; lines: null }

/** A spreadsheet takes the file for its own country's encoding without it. */
const BYTE_ORDER_MARK = '\uFEFF'
const CHUNK = 500

/** What a spreadsheet would run as a formula begins with one of these. */
const FORMULA_STARTS = String.raw`E'=+-@\t\r\n＝＋－＠'`

const MONTH =
  '(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)'
const NUMERAL = String.raw`[ £$€(+-]*[.,]?\d[\d .,:/%()-]*(e[ +-]?\d+|[ap]m?)? *`
const DATE = String.raw`\d{1,4}[ ./-]*${MONTH}([ .,/-]*\d{1,4})?|${MONTH}[ .,/-]*\d{1,4}`
/** What a spreadsheet would make a number, a time or a date of, and not give back: 012345, 1234E5, 12MAR5. */
const NUMBER = `^(${NUMERAL}|${DATE})$`

/** The columns, in order: a name for the first line, and the SQL expressions whose texts make up a cell. */
const COLUMNS: [name: string, parts: string[]][] = [
  ['email', typed('email')],
  ['position', ['position']],
  ['joined_position', ['joined_position']],
  ['referral_code', [apostrophe('referral_code'), 'referral_code']],
  ['used_referral_code', typed('used_referral_code')],
  ['referrals', ['referrals']],
  ['business_name', typed('business_name')],
  ['is_solo_provider', [`case when is_solo_provider then 'yes' when not is_solo_provider then 'no' end`]],
  ['job_industry', quoted('job_industry')],
  ['problems', quoted(`array_to_string(problems, '; ')`)],
  ['other_problem', typed('other_problem')],
  ['goals', quoted(`array_to_string(goals, '; ')`)],
  ['other_goal', typed('other_goal')],
  ['price_range', quoted('price_range')],
  ['utm_source', typed(`(utm ->> 'source')`)],
  // As spreadsheets know it.
  ['created_at_utc', [`(created_at at time zone 'utc')::timestamp(0)`]],
]

const CELLS = COLUMNS.flatMap(([, parts], index) => (index === 0 ? parts : [`','`, ...parts]))
/** One call that writes into one buffer: joined pair by pair, a line would be copied for each of its cells. */
const LINE = String.raw`concat(${CELLS.join(', ')}, E'\r\n')`

/**
 * Every entry that passes the filters as lines of CSV, in the order of joining. The database writes the lines, in
 * statements that are short and bounded: neither a slow reader nor a long list holds a transaction or memory.
 */
export async function exportEntries(db: Queryable, filters: Filters, now: Date): Promise<Readable> {
  const { timeZone } = await readCalendar(db)
  return Readable.from(chunks(), { objectMode: false })

  async function* chunks() {
    yield `${BYTE_ORDER_MARK}${COLUMNS.map(([name]) => name).join(',')}\r\n`
    let next = read(0)
    for (let chunk = await next; chunk.last !== null; chunk = await next) {
      next = read(chunk.last)
      // Whoever stops reading leaves it behind.
      next.catch(() => {})
      yield chunk.lines
    }
  }

  async function read(after: number): Promise<Chunk> {
    const values = createValues()
    const { rows } = await db.query<Chunk>(
      `select max(joined_position) as last, string_agg(${LINE}, '' order by joined_position) as lines
       from (
         select * from ${passing(filters, { now, timeZone }, values).entries} and joined_position > ${values.add(after)}
         order by joined_position limit ${CHUNK}) as entries`,
      values.list,
    )
    return rows[0]!
  }
}

/** What somebody typed, safe from the spreadsheet. */
function typed(text: string): string[] {
  const [opening, ...rest] = quoted(text)
  return [opening!, apostrophe(text), ...rest]
}

/** Stands in front of what a spreadsheet would run or make something else of; it stays text that way. */
function apostrophe(text: string): string {
  const isFormula = `strpos(${FORMULA_STARTS}, left(${text}, 1)) > 0`
  return `case when ${text} <> '' and (${isFormula} or ${text} ~* '${NUMBER}') then '''' end`
}

function quoted(text: string): string[] {
  return [`'"'`, `replace(${text}, '"', '""')`, `'"'`]
}
