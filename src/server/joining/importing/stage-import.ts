import {
  type ImportQuery,
  type ImportReport,
  importTargets,
  MOST_ROWS,
  NOTE_TITLES,
  type NoteKind,
} from '#shared/list/imports.ts'
import { AppError } from '../../base/errors.ts'
import { readChanges } from '../../listing/rows/counter.ts'
import { readCalendar } from '../../listing/sql/read-tally.ts'
import { findDateOrder } from './read-date.ts'
import { badFile, type FileFormat, type FileRecord, readAddress, readHead, readRecords } from './read-file.ts'
import { createReadRow, type Plan, type StagedRow } from './read-rows.ts'
import { readStatus, simplified, statusIn, watchStates } from './read-status.ts'
import { createStage, type Fields, insertStaged, readStage, resolveStage, sortOf, storeStage } from './staged-rows.ts'
import { SKIPPED } from '../../listing/csv-columns.ts'
import { choicesOf, storedQuestions } from '#shared/site/questions.ts'
import { own } from '#shared/values/own.ts'
import { NAMES, PARTS_OF_NAMES, QUESTION_NAMES } from './column-names.ts'
import { readInSlices, type Transaction } from '../../db/query.ts'

const SLICE = 2_000
const MOST_SAMPLES = 3

/** `actId`: null for a dry run, which stores nothing. */
type Options = { query: ImportQuery; actId: string | null }

/**
 * Reads a whole file into a table of the transaction, reports what it would import, and stores its rows for the act.
 * Throws an AppError that names the line if the file cannot be read.
 */
export async function stageImport(tx: Transaction, bytes: Buffer, { query, actId }: Options): Promise<ImportReport> {
  // The transaction is idle while a slice of the file is read, and a statement may sort half a million rows.
  await tx.query(`set local idle_in_transaction_session_timeout = 0`)
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
  const { last_position } = await readChanges(tx)
  const plan = { names, targets, dates: found.order, timeZone }
  const doubtful = await stageRows(tx, bytes, { query, format, plan })
  const { notes, dates, isFalling, codes, named, counted, ...counts } = await readStage(tx)
  if (actId !== null) {
    if (doubtful.length > 0) throw undecided(names[doubtful[0]!]!)
    if (counts.fresh + counts.known === 0) throw badFile('has nobody who can be imported')
    await storeStage(tx, { actId, rows: counts.rows })
  }
  const { refused, unsubscribed, left_out, unread, alike, unknown } = notes
  return {
    file: { ...format, top: above.map(inOneLine), dates: found.order, order, order_by, time_zone: timeZone },
    columns: columns.map((column, index) => ({ ...column, target: targets[index] ?? null })),
    doubtful,
    ...counts,
    refused,
    unsubscribed,
    left_out,
    dates: { read: dates, unread, open: found.open, newest_first: order_by === null && isFalling },
    codes: { kept: codes, alike },
    friends: { named, counted, unknown },
    first_position: counts.fresh > 0 ? Number(last_position) + 1 : null,
  }
}

/** Returns the columns that are left out and may say who wants no mail. */
async function stageRows(
  tx: Transaction,
  bytes: Buffer,
  { query, format, plan }: { query: ImportQuery; format: FileFormat; plan: Plan },
): Promise<number[]> {
  const { order, order_by = null, unsubscribed } = query
  const nameOf = (target: string) => plan.names[plan.targets.indexOf(target)] ?? ''
  const fields: Fields = {
    email: nameOf('email'),
    code: nameOf('referral_code'),
    referrer: nameOf('used_referral_code'),
  }
  await createStage(tx)
  const states = watchStates(plan)
  if (plan.targets.includes('email')) await readRows()
  const by = order_by === null ? null : await sortOf(tx, plan.names[order_by]!)
  await resolveStage(tx, fields, { order, by, leavesOut: unsubscribed === 'leave-out' })
  return states.found()

  async function readRows() {
    const readRow = createReadRow(plan, order_by)
    let slice: StagedRow[] = []
    let rows = 0
    for await (const record of readRecords(bytes, format)) {
      if (rows === MOST_ROWS) throw badFile(`has more than ${MOST_ROWS.toLocaleString('en')} rows: split it`)
      states.see(record.cells)
      slice.push(readRow(rows++, record))
      if (slice.length < SLICE) continue
      await insertStaged(tx, slice)
      slice = []
    }
    await insertStaged(tx, slice)
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

const HEAD = '\uFEFFline,column,what,reason\r\n'
const FORMULA = new RegExp(String.raw`(^|[;\t\r\n])(?=["\s${SKIPPED}]*[=+@＝＋－＠-])`, 'g')

type Note = { kind: NoteKind; line: number; field: string | null; reason: string }

/** All notes of the staged file as CSV. */
export async function writeNotes(tx: Transaction): Promise<Buffer> {
  const chunks = [Buffer.from(HEAD)]
  const text = 'select kind, line, field, reason from notes order by line, id'
  for await (const notes of readInSlices<Note>(tx, { text, values: [] })) {
    const lines = notes.map(({ kind, line, field, reason }) =>
      [line, cellOf(field ?? ''), cellOf(NOTE_TITLES[kind]), cellOf(reason)].join(),
    )
    chunks.push(Buffer.from(`${lines.join('\r\n')}\r\n`))
  }
  return Buffer.concat(chunks)
}

/** A spreadsheet must not take any of it for a formula. */
function cellOf(text: string): string {
  const safe = text.replaceAll(FORMULA, "$1'")
  return `"${safe.replaceAll('"', '""')}"`
}

/** Prefers columns with values: Mailchimp leaves OPTIN_TIME blank and fills CONFIRM_TIME. */
function guessColumns(columns: Column[]): (string | null)[] {
  const targets: (string | null)[] = columns.map(() => null)
  for (const target of importTargets()) {
    const names = namesOf(target)
    const places = columns.map(({ name, samples }) => {
      const place = names.indexOf(simplified(withoutZone(name)))
      return place < 0 || samples.length > 0 ? place : place + names.length
    })
    const found = places.reduce((best, place, index) => {
      if (place < 0 || targets[index] !== null) return best
      return best < 0 || place < places[best]! ? index : best
    }, -1)
    if (found >= 0) targets[found] = target
  }
  columns.forEach((column, index) => {
    const isOtherPart = isPartOfName(column) && isPartOfName(columns[targets.indexOf('full_name')])
    if (targets[index] === null)
      targets[index] = isStatus(column) ? 'status' : isOtherPart ? 'full_name' : listWith(column.name)
  })
  if (!targets.includes('email')) {
    const shares = columns.map(({ samples }, index) => (targets[index] === null ? shareOfAddresses(samples) : 0))
    const most = Math.max(...shares)
    if (most > 0.5) targets[shares.indexOf(most)] = 'email'
  }
  return targets
}

function isPartOfName(column: Column | undefined): boolean {
  return column !== undefined && PARTS_OF_NAMES.includes(simplified(column.name))
}

function shareOfAddresses(samples: string[]): number {
  return samples.filter((value) => readAddress(value) !== null).length / Math.max(samples.length, 1)
}

/** 'Created At (UTC+0)' without what is in brackets. */
function withoutZone(name: string): string {
  return name.replace(/\s*[([][^()[\]]*[)\]]\s*$/, '')
}

/** Some tools have a column for each choice. */
function listWith(name: string): string | null {
  const words = simplified(name)
  const found = storedQuestions().filter(
    (question) => question.kind === 'many' && choicesOf(question).some(({ label }) => simplified(label) === words),
  )
  return found.length === 1 ? found[0]!.name : null
}

/** 'State' may also mean a part of a country, so the values of such a column decide. */
function isStatus({ name, samples }: Column): boolean {
  const words = simplified(name)
  if (words === 'state') return samples.some((text) => readStatus(text, name) !== 'unclear')
  return statusIn(name) === 'status'
}

function namesOf(target: string): string[] {
  const question = storedQuestions().find(({ name }) => name === target)
  const known = Object.hasOwn(NAMES, target) ? NAMES[target as keyof typeof NAMES] : (own(QUESTION_NAMES, target) ?? [])
  return [target, question?.label, question?.question].flatMap((name) => (name ? simplified(name) : [])).concat(known)
}
