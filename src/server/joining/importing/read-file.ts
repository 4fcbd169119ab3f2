import { isAscii, isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { CsvError, type Options, parse, type Parser } from 'csv-parse'
import { type ENCODINGS, MOST_COLUMNS, SEPARATORS } from '#shared/list/imports.ts'
import { isEmail, isMailable, readEmail } from '#shared/values/email.ts'
import { normalizeEmail } from '#shared/values/normalize-email.ts'
import { AppError } from '../../base/errors.ts'
import { createBreath } from '../../base/breath.ts'
import { NAMES } from './column-names.ts'
import { simplified } from './read-status.ts'

export type FileFormat = {
  encoding: (typeof ENCODINGS)[number]
  separator: (typeof SEPARATORS)[number]
  header: boolean
  /** The headings, or the first person. Titles may stand above. */
  start: number
  /** The first line is 'sep=;', by which Excel names the separator. */
  has_mark: boolean
  /** A backslash stands before a quotation mark inside a field, as MySQL writes it. */
  has_backslashes: boolean
}

/** `line`: where the record begins, from 1. `isCut`: the file ends behind it, without a line break. */
export type FileRecord = { line: number; cells: string[]; isCut?: true }

/** The beginning of a file by which its format and its columns are guessed. */
const HEAD_BYTES = 64 * 1024
const HEAD_RECORDS = 200
const MOST_TITLES = 20
/** A slice blocks the event loop while it is parsed, and every second byte of it may be a record. */
const SLICE_BYTES = 8 * 1024
const MARK = /^"?sep=([^"\r\n])"?[\r\n]/i
const LONGEST_RECORD = 200_000

export async function readHead(
  bytes: Buffer,
  asked: Partial<Omit<FileFormat, 'has_mark' | 'has_backslashes'>>,
): Promise<{ format: FileFormat; records: FileRecord[]; above: FileRecord[] }> {
  const packed = packedFormatOf(bytes)
  if (packed) throw badFile(packed)
  const encoding = asked.encoding ?? encodingOf(bytes)
  const head = decode(bytes.subarray(0, HEAD_BYTES), encoding)
  if (head.includes('\0')) throw badFile('is no text: save the list as “CSV UTF-8” first')
  if (head.trim() === '') throw badFile('is empty')
  const other = otherFormatOf(head)
  if (other) throw badFile(`is ${other}: export the list as CSV`)
  const mark = MARK.exec(head)
  const separator = asked.separator ?? SEPARATORS.find((one) => one === mark?.[1]) ?? separatorOf(head)
  const has_backslashes = /[^,;\t|"]\\"[^,;\t|\r\n]/.test(head) && !/[^,;\t|\r\n]""[^,;\t|\r\n]/.test(head)
  const format = { encoding, separator, has_mark: mark !== null, has_backslashes }
  const records: FileRecord[] = []
  for await (const record of recordsOf(bytes, format)) {
    records.push(record)
    if (records.length === HEAD_RECORDS) break
  }
  if (records.length === 0) throw badFile('is empty')
  if (records[0]!.cells.length === 1 && isQuotedAsWhole(head))
    throw badFile('has each line as a whole in quotation marks: remove those at its beginning and end')
  const at = asked.start === undefined ? beginOf(records) : records.findIndex(({ line }) => line >= asked.start!)
  const first = records[at]
  if (!first) throw badFile(`has no line ${asked.start}`)
  if (first.cells.length > MOST_COLUMNS)
    throw badFile(
      `has more than ${MOST_COLUMNS} columns on line ${first.line}: choose another separator, or delete columns`,
    )
  const header = asked.header ?? !hasAddress(first)
  return {
    format: { ...format, start: first.line, header },
    records: records.slice(at),
    above: records.slice(0, MOST_TITLES),
  }
}

function hasAddress({ cells }: FileRecord): boolean {
  return cells.some((cell) => readAddress(cell.trim()) !== null)
}

/** '"ann@old.example,Ann"' */
function isQuotedAsWhole(head: string): boolean {
  return head
    .trim()
    .split(/[\r\n]+/)
    .slice(0, 3)
    .every((line) => /^"(?:[^"]|"")*[,;\t|](?:[^"]|"")*"$/.test(line))
}

/**
 * Titles may stand above the headings or the first person: they have no heading of an email, and fewer cells that are
 * filled.
 */
function beginOf(records: FileRecord[]): number {
  const top = records.slice(0, MOST_TITLES)
  const person = top.findIndex(hasAddress)
  const above = person < 0 ? top : top.slice(0, person)
  const heading = above.findIndex(({ cells }) => cells.some((cell) => NAMES.email.includes(simplified(cell))))
  if (heading >= 0) return heading
  if (person <= 0) return 0
  const filled = ({ cells }: FileRecord) => cells.filter((cell) => cell.trim() !== '').length
  const most = Math.max(...above.map(filled))
  return above.findIndex((record) => filled(record) === most)
}

export async function* readRecords(bytes: Buffer, format: FileFormat): AsyncGenerator<FileRecord> {
  let last: FileRecord | undefined
  for await (const record of recordsOf(bytes, format)) {
    if (last) yield last
    last = record.line > format.start || (record.line === format.start && !format.header) ? record : undefined
  }
  if (last) yield /[\r\n]\0?$/.test(bytes.subarray(-2).toString('latin1')) ? last : { ...last, isCut: true }
}

type Layout = Omit<FileFormat, 'header' | 'start'>

async function* recordsOf(
  bytes: Buffer,
  { encoding, separator, has_mark, has_backslashes }: Layout,
): AsyncGenerator<FileRecord> {
  const options: Options = {
    delimiter: separator,
    bom: true,
    escape: has_backslashes ? '\\' : '"',
    from_line: has_mark ? 2 : 1,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: LONGEST_RECORD,
    // Without this, the parser makes an Error for each record that is not as long as the first: 0.1 ms each.
    on_record: (record) => {
      ;(parser.info as { records: number }).records = 0
      return record
    },
  }
  // The stream reads from memory and stays in the microtask queue, so nothing else would run.
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

function decode(bytes: Buffer, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes, { stream: true })
}

const A_SPREADSHEET = 'is a spreadsheet: open it, save it as “CSV UTF-8”, and choose that file'

function packedFormatOf(bytes: Buffer): string | null {
  const begin = bytes.subarray(0, 4_000).toString('latin1')
  const mark = begin.slice(0, 4)
  if (mark === 'PK\x03\x04')
    return /xl\/|\[Content_Types\]\.xml|mimetype/.test(begin)
      ? A_SPREADSHEET
      : 'is a zip: unpack it, and choose a CSV file inside. Mailchimp’s has three, of which “subscribed” has the people who get mail'
  if (mark === '\xD0\xCF\x11\xE0') return A_SPREADSHEET
  return mark.startsWith('\x1F\x8B') ? 'is packed with gzip: unpack it, and choose the CSV file inside' : null
}

function otherFormatOf(head: string): string | null {
  const begin = head.replace(/^[\s\uFEFF]+/, '').slice(0, 1_000)
  if (/^(\{\s*("|\}|$)|\[\s*([{["\]]|$))/.test(begin)) return 'a JSON file'
  if (/^<(!doctype html|html|head|body|table|div|meta)\b/i.test(begin)) return 'an HTML page'
  if (/^<(\?xml|!--|[\w:]+[\s>])/i.test(begin) && !/^<[^<>]*@/.test(begin)) return 'an XML file'
  if (begin.startsWith('%PDF-')) return 'a PDF'
  return null
}

/** Titles may stand above the headings, so the first line counts that shares a separator with the line below. */
function separatorOf(head: string): FileFormat['separator'] {
  const lines = head
    .trimStart()
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]+/, MOST_TITLES + 1)
  const isShared = (line: string, index: number) =>
    SEPARATORS.some((separator) => line.includes(separator) && lines[index + 1]?.includes(separator))
  const line = lines.find(isShared) ?? lines[0]!
  const counts = SEPARATORS.map((separator) => line.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!
}

export function badFile(complaint: string): AppError {
  return new AppError('invalid-input', { fields: { file: complaint } })
}

/** Stricter than the form, because nobody checks an imported address by eye. */
export function readAddress(text: string): string | null {
  const address = readEmail(text)
  return isEmail(address) && isMailable(address) ? normalizeEmail(address) : null
}

/**
 * A byte order mark decides. UTF-16 also has a zero byte in each Latin letter. What is not UTF-8 is windows-1252, the
 * encoding of older spreadsheets, unless it is UTF-8 with a few broken letters, or Shift-JIS.
 */
function encodingOf(bytes: Buffer): FileFormat['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, HEAD_BYTES)
  const [atEven, atOdd] = [0, 1].map((start) => zerosIn(head, start))
  if (atOdd! > head.length / 4 && atEven === 0) return 'utf-16le'
  if (atEven! > head.length / 4 && atOdd === 0) return 'utf-16be'
  if (bytes.subarray(0, 3).equals(UTF_8_MARK) || isUtf8(bytes)) return 'utf-8'
  const { good, broken } = lettersOf(bytes)
  if (good > broken) return 'utf-8'
  return isJapanese(head) ? 'shift_jis' : 'windows-1252'
}

const UTF_8_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const ENOUGH_LETTERS = 1_000

function lettersOf(bytes: Buffer): { good: number; broken: number } {
  const decoder = new TextDecoder()
  let [good, broken] = [0, 0]
  for (let start = 0; start < bytes.length && good + broken < ENOUGH_LETTERS; start += HEAD_BYTES) {
    const slice = bytes.subarray(start, start + HEAD_BYTES)
    // Decoding all of a long file would hold up other requests for a second.
    if (isAscii(slice)) continue
    const text = decoder.decode(slice, { stream: true })
    broken += text.match(/\uFFFD/g)?.length ?? 0
    good += text.match(/[\u0080-\uFFFC]/g)?.length ?? 0
  }
  return { good, broken }
}

/** Western letters make kana seldom, and by chance. */
function isJapanese(head: Buffer): boolean {
  const text = new TextDecoder('shift_jis').decode(head)
  const kana = text.match(/[\u3041-\u30FF]/g)?.length ?? 0
  const broken = text.match(/\uFFFD/g)?.length ?? 0
  return kana > 2 * broken
}

function zerosIn(bytes: Buffer, start: number): number {
  let zeros = 0
  for (let index = start; index < bytes.length; index += 2) if (bytes[index] === 0) zeros += 1
  return zeros
}
