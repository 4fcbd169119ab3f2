import { randomBytes } from 'node:crypto'
import { type ImportQuery, type ImportReport, MOST_ROWS } from '#shared/list/imports.ts'
import type { Transaction } from '../db/pool.ts'
import { emailKey } from '../base/email-key.ts'
import { AppError } from '../base/errors.ts'
import { type AddressKey, findErased, readAddressKey } from '../people/addresses/erased-addresses.ts'
import { readChanges } from '../listing/rows/counter.ts'
import { readCalendar } from '../listing/sql/read-calendar.ts'
import { findIdsByEmail } from '../people/find-person.ts'
import { type CodeBook, createCodeBook } from './code-book.ts'
import { guessColumns } from './guess-columns.ts'
import { insertRows, type Resolved, resolveRows } from './rows.ts'
import { createDateTrend, findDateOrder } from './date-column.ts'
import { badFile, type FileFormat, type FileRecord, readHead, readRecords } from './read-file.ts'
import { createReadRow, type FileRow, type Plan } from './read-rows.ts'
import { addFresh, createTally, note, type Tally } from './report.ts'
import type { ReportFile } from './report-file.ts'
import { scanFile } from './scan-file.ts'
import { watchStates } from './watch-states.ts'

/** The number of rows that are looked up and stored in one statement. */
const SLICE = 2_000
const MOST_SAMPLES = 3

type Options = {
  query: ImportQuery
  /** The act that imports the rows; null for a dry run, which stores nothing. */
  actId: string | null
  /** Gets all notes; the report has only the first ones. */
  file?: ReportFile
}

/**
 * Reads a whole file, reports what it would import, and stores its rows for the act. Throws an AppError that names the
 * line if the file cannot be read: the transaction must then be rolled back.
 */
export async function stageImport(
  tx: Transaction,
  bytes: Buffer,
  { query, actId, file }: Options,
): Promise<ImportReport> {
  // The transaction is idle while a long file is read and sorted.
  await tx.query('set local idle_in_transaction_session_timeout = 0')
  const { timeZone } = await readCalendar(tx)
  const { format, records, above } = await readHead(bytes, {
    ...query,
    header: query.header === undefined ? undefined : query.header === 'yes',
  })
  const columns = describeColumns(records, format.header)
  const targets = query.columns ?? guessColumns(columns)
  if (targets.length !== columns.length)
    throw badFile(`has ${columns.length} columns, and ${targets.length} were named`)
  if (!targets.includes('email') && actId !== null)
    throw new AppError('invalid-input', { fields: { columns: 'must have a column with the email' } })
  const { order, order_by = null } = query
  if (order_by !== null && order_by >= columns.length)
    throw new AppError('invalid-input', { fields: { order_by: 'must be a column of the file' } })
  const found = query.dates
    ? { order: query.dates, open: null }
    : await findDateOrder(bytes, { format, head: records, column: targets.indexOf('created_at') })
  const names = columns.map(({ name }) => name)
  const tally = createTally(file ?? null)
  const trend = createDateTrend()
  const { last_position } = await readChanges(tx)
  const plan = { names, targets, dates: found.order, timeZone }
  const states = watchStates(plan)
  if (targets.includes('email')) await readRows(tx, bytes, { query, actId, format, plan, tally, trend, states })
  const doubtful = states.found()
  if (actId !== null && doubtful.length > 0) throw undecided(names[doubtful[0]!]!)
  if (actId !== null && tally.fresh + tally.known === 0) throw badFile('has nobody who can be imported')
  const { places: _places, file: _file, dates, ...counts } = tally
  return {
    file: { ...format, top: above.map(inOneLine), dates: found.order, order, order_by, time_zone: timeZone },
    columns: columns.map((column, index) => ({ ...column, target: targets[index] ?? null })),
    doubtful,
    ...counts,
    dates: { ...dates, open: found.open, newest_first: order_by === null && trend.isFalling() },
    first_position: tally.fresh > 0 ? Number(last_position) + 1 : null,
  }
}

function inOneLine({ line, cells }: FileRecord): { line: number; text: string } {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean)
  return { line, text: filled.join(', ').slice(0, 100).toWellFormed() }
}

function undecided(name: string): AppError {
  const columns = `must say whether “${name}” tells who wants no mail: name it status if it does, not_status if it does not`
  return new AppError('invalid-input', { fields: { columns } })
}

type Staging = Pick<Options, 'actId'> & {
  query: ImportQuery
  format: FileFormat
  plan: Plan
  tally: Tally
  trend: ReturnType<typeof createDateTrend>
  states: ReturnType<typeof watchStates>
}

/** Stores the rows of a file. In a dry run, only counts them. */
async function readRows(tx: Transaction, bytes: Buffer, staging: Staging): Promise<void> {
  const { query, actId, format, plan, tally, trend, states } = staging
  const { order, order_by = null } = query
  const nameOf = (target: string) => plan.names[plan.targets.indexOf(target)] ?? ''
  const sort = order_by === null ? null : { column: order_by, isReversed: order === 'reversed' }
  const scan = await scanFile(bytes, { format, plan, sort, most: MOST_ROWS }, (line) => note(tally, 'left_out', line))
  const readRow = createReadRow(plan)
  const codes = createCodeBook(tx, tally, { code: nameOf('referral_code'), referrer: nameOf('used_referral_code') })
  const addressKey = await readAddressKey(tx)
  const takeSlice = createTakeSlice(tx, { actId, tally, codes, addressKey, emailField: nameOf('email') })
  let slice: FileRow[] = []
  for await (const record of readRecords(bytes, format)) {
    tally.rows += 1
    if (tally.rows > MOST_ROWS) throw badFile(`has more than ${MOST_ROWS.toLocaleString('en')} rows: split it`)
    states.see(record.cells)
    const { row, stray, refused, leftOut, undated } = readRow(record)
    note(tally, 'refused', ...refused)
    if (stray) codes.takeStray(stray)
    const wish = row && scan.gone.get(emailKey(row.email))
    if (wish) note(tally, 'unsubscribed', wish)
    if (wish && query.unsubscribed === 'leave-out') {
      if (row.code !== null) codes.takeStray({ line: row.line, code: row.code, address: null })
    } else if (row) {
      note(tally, 'left_out', ...leftOut)
      note(tally, 'unread', ...undated)
      trend.follow(row.created_at)
      if (row.created_at !== null) tally.dates.read += 1
      const number = tally.rows - 1
      const place = scan.places?.[number] ?? (order === 'file' ? number : MOST_ROWS - number)
      slice.push({ ...row, place, isOptedOut: wish !== undefined })
    }
    if (slice.length === SLICE) {
      await takeSlice(slice)
      slice = []
    }
  }
  await takeSlice(slice)
  const resolved = await codes.resolve()
  if (actId !== null) await storeResolved(tx, actId, resolved)
}

async function storeResolved(tx: Transaction, actId: string, resolved: Resolved[]): Promise<void> {
  for (let start = 0; start < resolved.length; start += SLICE)
    await resolveRows(tx, { actId, rows: resolved.slice(start, start + SLICE) })
}

type Slices = Pick<Options, 'actId'> & {
  tally: Tally
  codes: CodeBook
  addressKey: AddressKey
  /** The name of the column with the email. */
  emailField: string
}

/** Returns a function that stores a slice of rows, except those of erased people. */
function createTakeSlice(tx: Transaction, { actId, tally, codes, addressKey, emailField }: Slices) {
  const createId = createIds()
  return async function takeSlice(rows: FileRow[]): Promise<void> {
    const emails = rows.map(({ email }) => email)
    const known = await findIdsByEmail(tx, emails)
    const erased = await findErased(tx, emails, addressKey)
    const found = rows.flatMap((row) => {
      if (erased.has(row.email) && !known.has(row.email)) {
        const reason = 'was erased from this list, and comes back only by joining'
        note(tally, 'refused', { line: row.line, field: emailField, reason })
        if (row.code !== null) codes.takeStray({ line: row.line, code: row.code, address: null })
        return []
      }
      return { row, entry_id: known.get(row.email) ?? createId(row.place), isKnown: known.has(row.email) }
    })
    const kept = await codes.take(found)
    for (const { row, isKnown } of kept) {
      if (isKnown) tally.known += 1
      else addFresh(tally, row)
    }
    if (actId === null) return
    await insertRows(tx, {
      actId,
      rows: kept.map(({ entry_id, row: { line, email, code, friends, referrer, ...row } }) => ({
        entry_id,
        line,
        email,
        code,
        friends,
        referrer_code: referrer && 'code' in referrer ? referrer.code : null,
        data: dataOf(row),
      })),
    })
  }
}

function dataOf({
  fullName,
  isOptedOut,
  created_at,
  utm,
  answers,
  tags,
}: Pick<FileRow, 'created_at' | 'utm' | 'answers' | 'fullName' | 'tags' | 'isOptedOut'>) {
  return {
    created_at,
    utm,
    answers,
    tags,
    ...(fullName !== null && { full_name: fullName }),
    ...(isOptedOut && { is_opted_out: true }),
  }
}

type Column = { name: string; samples: string[] }

function describeColumns(records: FileRecord[], hasHeader: boolean): Column[] {
  const [first] = records
  const rows = hasHeader ? records.slice(1) : records
  return first!.cells.map((cell, index) => ({
    name: hasHeader && cell.trim() !== '' ? cell.trim().slice(0, 100) : `Column ${index + 1}`,
    samples: [...new Set(valuesOf(rows, index))].slice(0, MOST_SAMPLES).map((value) => value.slice(0, 100)),
  }))
}

function valuesOf(records: FileRecord[], index: number): string[] {
  return records.flatMap(({ cells }) => cells[index]?.trim() || [])
}

/**
 * Returns a function that makes UUIDs of version 7 that rise with the place of a person in the import, because an act
 * handles its entries in the order of their ids.
 */
function createIds(): (place: number) => string {
  const time = Date.now().toString(16).padStart(12, '0')
  return (number) => {
    const place = number.toString(16).padStart(6, '0')
    const random = randomBytes(6).toString('hex')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${place.slice(0, 3)}-8${place.slice(3)}-${random}`
  }
}
