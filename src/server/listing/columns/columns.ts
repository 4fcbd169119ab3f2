import { PART_NAMES, type PartName, PARTS, type Values } from './parts.ts'

/** A code for each joining position from 1 on, and the value of each code. */
export type Column<Value> = {
  codes: Uint32Array
  /** Code 0 is for positions without an entry. */
  values: (Value | null)[]
  known: Map<string, number>
}

/** 28 bytes an entry, and each different value once. */
export type Columns = { [Name in PartName]: Column<Values[Name]> } & {
  last: number
}

const TAB = 0x09
const NEWLINE = 0x0a
const ZERO = 0x30

export function createColumns(): Columns {
  const columns = PART_NAMES.map((name) => [name, { codes: new Uint32Array(1024), values: [null], known: new Map() }])
  return { ...Object.fromEntries(columns), last: 0 }
}

/** `row`, as `copy` sends it. Its first column of parts is null for an erased entry. */
export function storeRow(columns: Columns, row: Buffer): void {
  let end = row.indexOf(TAB)
  const position = toNumber(row, end)
  if (position >= columns.kind.codes.length) grow(columns, position)
  columns.last = Math.max(columns.last, position)
  for (const name of PART_NAMES) {
    const start = end + 1
    end = endOf(row, start, PARTS[name].columns.length)
    columns[name].codes[position] = codeOf(columns[name], name, row.toString('latin1', start, end))
  }
}

function codeOf<Name extends PartName>(column: Column<Values[Name]>, name: Name, text: string): number {
  const known = column.known.get(text)
  if (known !== undefined) return known
  const fields = Buffer.from(text, 'latin1').toString().split('\t').map(unescaped)
  if (name === 'kind' && fields[0] === null) return 0
  const code = column.values.push(PARTS[name].read(fields) as Values[Name]) - 1
  column.known.set(text, code)
  return code
}

function grow(columns: Columns, position: number) {
  for (const name of PART_NAMES) {
    const codes = new Uint32Array(Math.ceil(position * 1.25) + 1024)
    codes.set(columns[name].codes)
    columns[name].codes = codes
  }
}

function endOf(row: Buffer, start: number, fields: number): number {
  let at = start
  for (let left = fields; ; at += 1) {
    const byte = row[at]
    if ((byte === TAB || byte === NEWLINE) && (left -= 1) === 0) return at
  }
}

function toNumber(row: Buffer, end: number): number {
  let number = 0
  for (let at = 0; at < end; at += 1) number = number * 10 + row[at]! - ZERO
  return number
}

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function unescaped(field: string): string | null {
  if (field === String.raw`\N`) return null
  return field.replaceAll(/\\(.)/gs, (_, character: string) => ESCAPES[character] ?? character)
}
