import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { CsvError, type Options, parse, type Parser } from 'csv-parse'
import { type ENCODINGS, MOST_COLUMNS, SEPARATORS } from '#shared/list/imports.ts'
import { isEmail } from '#shared/values/email.ts'
import { AppError } from '../base/errors.ts'
import { createBreath } from '../base/in-slices.ts'

/** The encoding and layout of a CSV file. */
export type FileFormat = {
  encoding: (typeof ENCODINGS)[number]
  separator: (typeof SEPARATORS)[number]
  header: boolean
  /** Whether the first line is 'sep=;', by which Excel names the separator. */
  has_mark: boolean
}

/** `line`: the line on which the record begins, counted from 1. */
export type FileRecord = { line: number; cells: string[] }

/** The beginning of the file by which its format and its columns are guessed. */
const HEAD_BYTES = 64 * 1024
const HEAD_RECORDS = 200
/** Small, because a slice blocks the event loop while it is parsed, and every second byte of it may be a record. */
const SLICE_BYTES = 8 * 1024
const MARK = /^"?sep=([^"\r\n])"?[\r\n]/i
/** The longest record, in characters. */
const LONGEST_RECORD = 200_000

/**
 * The format of a file, guessed where `asked` does not give it, and the first records. Throws an AppError if the file
 * is not a list.
 */
export async function readHead(
  bytes: Buffer,
  asked: Partial<Omit<FileFormat, 'has_mark'>>,
): Promise<{ format: FileFormat; records: FileRecord[] }> {
  const encoding = asked.encoding ?? encodingOf(bytes)
  const head = decode(bytes.subarray(0, HEAD_BYTES), encoding)
  if (head.includes('\0')) throw badFile('is no text: save the list as “CSV UTF-8” first')
  if (head.trim() === '') throw badFile('is empty')
  const other = otherFormatOf(head)
  if (other) throw badFile(`is ${other}: export the list as CSV`)
  const mark = MARK.exec(head)
  const separator = asked.separator ?? SEPARATORS.find((one) => one === mark?.[1]) ?? separatorOf(head)
  const format = { encoding, separator, has_mark: mark !== null }
  const records: FileRecord[] = []
  for await (const record of recordsOf(bytes, format)) {
    records.push(record)
    if (records.length === HEAD_RECORDS) break
  }
  const first = records[0]
  if (!first) throw badFile('is empty')
  if (first.cells.length > MOST_COLUMNS)
    throw badFile(
      `has more than ${MOST_COLUMNS} columns on line ${first.line}: choose another separator, or delete columns`,
    )
  const header = asked.header ?? !first.cells.some((cell) => isEmail(cell.trim()))
  return { format: { ...format, header }, records }
}

/** Every record of a file, without the header. Throws an AppError at a record that cannot be read. */
export async function* readRecords(bytes: Buffer, format: FileFormat): AsyncGenerator<FileRecord> {
  let isHeader = format.header
  for await (const record of recordsOf(bytes, format)) {
    if (!isHeader) yield record
    isHeader = false
  }
}

type Layout = Omit<FileFormat, 'header'>

async function* recordsOf(bytes: Buffer, { encoding, separator, has_mark }: Layout): AsyncGenerator<FileRecord> {
  const options: Options = {
    delimiter: separator,
    bom: true,
    from_line: has_mark ? 2 : 1,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
    // Without this, the parser makes an Error for each record that is not as long as the first: 0.1 ms each.
    on_record: (record) => {
      ;(parser.info as { records: number }).records = 0
      return record
    },
  }
  // The stream reads from memory and stays in the microtask queue. Without these pauses, no other work would run while
  // rows are read that need no query.
  const breathe = createBreath()
  const parser: Parser = Readable.from(decodedSlices(bytes, { encoding, breathe })).pipe(parse(options))
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      // The parser reports the line on which a record ends.
      yield { line: info.lines - record.reduce((breaks, cell) => breaks + lineBreaksIn(cell), 0), cells: record }
      await breathe()
    }
  } catch (error) {
    throw error instanceof CsvError ? badFile(explain(error)) : error
  } finally {
    parser.destroy()
  }
}

function lineBreaksIn(cell: string): number {
  return cell.includes('\n') || cell.includes('\r') ? cell.split(/\r\n|\n|\r/).length - 1 : 0
}

function explain({ code, message, ...error }: CsvError): string {
  const line = Number((error as { lines?: number }).lines ?? 0)
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return `ends inside a quoted field${opening(message)}: it was cut, or a quotation mark is missing`
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `has a line with more than ${LONGEST_RECORD.toLocaleString('en')} characters, line ${line}: choose another separator, or add the quotation mark that is missing`
  return `cannot be read on line ${line}`
}

function opening(message: string): string {
  const line = /at line (\d+)/.exec(message)?.[1]
  return line ? ` that begins near line ${line}` : ''
}

/**
 * UTF-16 has a byte order mark, or a zero byte in each Latin letter. Other bytes that are not UTF-8 are taken for
 * windows-1252, the encoding of older spreadsheets.
 */
function encodingOf(bytes: Buffer): FileFormat['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, HEAD_BYTES)
  const [atEven, atOdd] = [0, 1].map((start) => zerosIn(head, start))
  if (atOdd! > head.length / 4 && atEven === 0) return 'utf-16le'
  if (atEven! > head.length / 4 && atOdd === 0) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** The number of zeros among every second byte, beginning at `start`. */
function zerosIn(bytes: Buffer, start: number): number {
  let zeros = 0
  for (let index = start; index < bytes.length; index += 2) if (bytes[index] === 0) zeros += 1
  return zeros
}

function decode(bytes: Buffer, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes, { stream: true })
}

type Decoding = { encoding: string; breathe: () => Promise<void> }

async function* decodedSlices(bytes: Buffer, { encoding, breathe }: Decoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    yield decoder.decode(bytes.subarray(start, start + SLICE_BYTES), { stream: true })
    // A slice of blank lines has no row to pause after.
    await breathe()
  }
  yield decoder.decode()
}

/** The name of a format other than CSV, recognized by the beginning of the file; null for none. */
function otherFormatOf(head: string): string | null {
  const begin = head.replace(/^[\s\uFEFF]+/, '').slice(0, 1_000)
  if (/^(\{\s*("|\}|$)|\[\s*([{["\]]|$))/.test(begin)) return 'a JSON file'
  if (/^<(!doctype html|html|head|body|table|div|meta)\b/i.test(begin)) return 'an HTML page'
  if (/^<(\?xml|!--|[\w:]+[\s>])/i.test(begin) && !/^<[^<>]*@/.test(begin)) return 'an XML file'
  if (begin.startsWith('%PDF-')) return 'a PDF'
  return null
}

/** The separator that occurs most often in the first line, outside quotes. */
function separatorOf(head: string): FileFormat['separator'] {
  const [line = ''] = head
    .trimStart()
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/)
  const counts = SEPARATORS.map((separator) => line.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!
}

export function badFile(complaint: string): AppError {
  return new AppError('invalid-input', { fields: { file: complaint } })
}
