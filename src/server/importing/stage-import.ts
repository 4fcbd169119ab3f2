import { randomBytes } from 'node:crypto'
import { type ImportQuery, type ImportReport, MOST_ROWS } from '#shared/imports.ts'
import type { Transaction } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { findErased, readAddressKey } from '../joining/erased-addresses.ts'
import { readChanges } from '../listing/counter.ts'
import { readCalendar } from '../listing/read-calendar.ts'
import { findIdsByEmail } from '../people/find-person.ts'
import { createCodeBook } from './code-book.ts'
import { guessColumns } from './guess-columns.ts'
import { insertRows, type Resolved, resolveRows } from './queries.ts'
import { createDateTrend, findDateOrder } from './date-column.ts'
import { badFile, type FileRecord, readHead, readRecords } from './read-file.ts'
import { createReadRow, type FileRow } from './read-rows.ts'
import { addFresh, createTally, note, noNotes } from './report.ts'

/** Rows that are looked up and stored in one statement. */
const SLICE = 2_000
const MOST_SAMPLES = 3

type Options = {
  query: ImportQuery
  /** The act whose rows these will be; null for a dry run, which stores nothing. */
  actId: string | null
}

/**
 * Reads a whole file, reports what it would import, and stores its rows for their act. Throws an AppError that names the line
 * if the file cannot be read, and then the transaction has to be rolled back.
 */
export async function stageImport(tx: Transaction, bytes: Buffer, { query, actId }: Options): Promise<ImportReport> {
  const { timeZone } = await readCalendar(tx)
  const { format, records } = await readHead(bytes, {
    ...query,
    header: query.header === undefined ? undefined : query.header === 'yes',
  })
  const columns = describeColumns(records, format.header)
  const targets = query.columns ?? guessColumns(columns)
  if (targets.length !== columns.length)
    throw badFile(`has ${columns.length} columns, and ${targets.length} were named`)
  if (!targets.includes('email') && actId !== null)
    throw new AppError('invalid-input', { fields: { columns: 'must have a column with the email' } })
  const found = query.dates
    ? { order: query.dates, open: null }
    : await findDateOrder(bytes, { format, head: records, column: targets.indexOf('created_at') })
  const names = columns.map(({ name }) => name)
  const tally = createTally()
  const trend = createDateTrend()
  const dates = { read: 0, unread: noNotes() }
  const { last_position } = await readChanges(tx)
  if (targets.includes('email')) await readRows()
  if (actId !== null && tally.fresh + tally.known === 0) throw badFile('has nobody who can be imported')
  return {
    file: { ...format, dates: found.order, order: query.order, time_zone: timeZone },
    columns: columns.map((column, index) => ({ ...column, target: targets[index] ?? null })),
    ...tally,
    dates: { ...dates, open: found.open, newest_first: trend.isFalling() },
    first_position: tally.fresh > 0 ? Number(last_position) + 1 : null,
  }

  async function readRows(): Promise<void> {
    const readRow = createReadRow({ names, targets, dates: found.order, timeZone })
    const codes = createCodeBook(tx, tally, names[targets.indexOf('referral_code')] ?? '')
    const addressKey = await readAddressKey(tx)
    const nextId = createIds(query.order)
    let slice: FileRow[] = []
    for await (const record of readRecords(bytes, format)) {
      tally.rows += 1
      if (tally.rows > MOST_ROWS) throw badFile(`has more than ${MOST_ROWS.toLocaleString('en')} rows: split it`)
      const { row, refused, leftOut, undated } = readRow(record)
      note(tally.refused, ...refused)
      note(tally.left_out, ...leftOut)
      note(dates.unread, ...undated)
      if (row) {
        trend.follow(row.created_at)
        if (row.created_at !== null) dates.read += 1
        slice.push(row)
      }
      if (slice.length === SLICE) {
        await takeSlice(slice)
        slice = []
      }
    }
    await takeSlice(slice)
    await resolve(await codes.resolve())

    async function takeSlice(rows: FileRow[]): Promise<void> {
      const emails = rows.map(({ email }) => email)
      const known = await findIdsByEmail(tx, emails)
      const erased = await findErased(tx, emails, addressKey)
      const found = rows.flatMap((row) => {
        if (erased.has(row.email) && !known.has(row.email)) {
          const field = names[targets.indexOf('email')]!
          note(tally.refused, {
            line: row.line,
            field,
            reason: 'was erased from this list, and comes back only by joining',
          })
          return []
        }
        return { row, entry_id: known.get(row.email) ?? nextId(), isKnown: known.has(row.email) }
      })
      const kept = await codes.take(found)
      for (const { row, isKnown } of kept) {
        if (isKnown) tally.known += 1
        else addFresh(tally, row, query.order)
      }
      if (actId === null) return
      await insertRows(tx, {
        actId,
        rows: kept.map(
          ({ entry_id, row: { line, email, code, friends, referrer_code, created_at, utm, answers } }) => ({
            entry_id,
            line,
            email,
            code,
            friends,
            referrer_code,
            data: { created_at, utm, answers },
          }),
        ),
      })
    }
  }

  async function resolve(resolved: Resolved[]): Promise<void> {
    if (actId === null) return
    for (let start = 0; start < resolved.length; start += SLICE)
      await resolveRows(tx, { actId, rows: resolved.slice(start, start + SLICE) })
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

/** UUIDs of version 7, rising in the order in which people come: parts of an act follow the order of the ids. */
function createIds(order: ImportQuery['order']): () => string {
  const time = Date.now().toString(16).padStart(12, '0')
  let number = 0
  return () => {
    const place = (order === 'file' ? number : MOST_ROWS - number).toString(16).padStart(6, '0')
    number += 1
    const random = randomBytes(6).toString('hex')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${place.slice(0, 3)}-8${place.slice(3)}-${random}`
  }
}
