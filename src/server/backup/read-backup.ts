import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartFailure } from '../base/start-failure.ts'
import { COPY, END_OF_ROWS, type Head, parseHead, parseTail } from './format.ts'
import { JOBS, LEFT_OUT, readTables, type Table } from './tables.ts'

const NEWLINE = 0x0a
const END = Buffer.from(END_OF_ROWS)
const NEXT_END = Buffer.from(`\n${END_OF_ROWS}`)
/** More bytes than any line outside the rows has. */
const LONGEST_LINE = 100_000

type Load = {
  /** Makes empty tables with the schema of the backup. */
  prepare: (head: Head) => Promise<void>
}

/**
 * Loads a decompressed backup into the tables of a client that is in a transaction. Throws a StartFailure if the source
 * is not a backup or is incomplete.
 */
export async function readBackup(client: pg.Client, source: AsyncIterable<Buffer>, { prepare }: Load): Promise<Head> {
  const reader = createReader(source)
  const head = parseHead((await reader.line()) ?? '')
  if (!head) throw new StartFailure('This is no backup that this version of the program can read.')
  await prepare(head)
  const tables = await readTables(client)
  const loaded: Record<string, number> = {}
  for (;;) {
    const line = await reader.line()
    if (line === null) throw notWhole()
    const [, name, columns] = COPY.exec(line) ?? []
    if (!name || !columns) {
      const tail = parseTail(line)
      if (!tail || !isAlike(tail.rows, loaded)) throw notWhole()
      if (tables.some((table) => isRequired(table) && !(table.name in loaded))) throw notWhole()
      if (!(await reader.isAtEnd()) || (await countPeople(client)) !== head.entries) throw damaged()
      return head
    }
    const target = findTarget(tables, { name, columns: columns.split(', ') })
    if (!target || target.name in loaded) throw damaged()
    const into = client.query(copyFrom(`copy ${target.name} (${target.columns.join(', ')}) from stdin`))
    await pipeline(Readable.from(reader.rows()), into).catch(explainRows)
    loaded[target.name] = into.rowCount
  }
}

/**
 * The table that a line of a backup names. Only names from the database's own catalogue become SQL. Null if this
 * program has no such table, or if a column is unknown, missing or named twice.
 */
function findTarget(tables: Table[], { name, columns }: Table): Table | null {
  const table = tables.find((one) => one.name === name)
  if (!table) return null
  const known = table.columns.filter((column) => columns.includes(column))
  const isWhole = known.length === table.columns.length || !isRequired(table)
  return isWhole && known.length === columns.length ? { name: table.name, columns } : null
}

/**
 * Whether a backup must contain the table. The jobs are optional: the queue makes their table at the first start of a
 * server, in the form of its own version.
 */
function isRequired({ name }: Table): boolean {
  return name !== JOBS && !LEFT_OUT.includes(name)
}

async function countPeople(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ people: number }>(
    'select count(*)::int as people from waitlist_entries where erased_at is null',
  )
  return rows[0]!.people
}

/** Reports rows that violate a column's type or a constraint as damage: damaged bytes may still parse as a row. */
function explainRows(cause: unknown): never {
  const isUnfit = cause instanceof pg.DatabaseError && /^2[23]/.test(cause.code ?? '')
  throw isUnfit ? damaged(cause) : cause
}

function damaged(cause?: unknown): StartFailure {
  return new StartFailure('This backup is damaged. Take another.', { cause })
}

function notWhole(): StartFailure {
  return new StartFailure(
    'This backup is incomplete: its end is missing, or does not match its beginning. Take another.',
  )
}

function isAlike(one: Record<string, number>, other: Record<string, number>): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

function createReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let kept: Buffer = Buffer.alloc(0)

  return {
    isAtEnd: async () => kept.length === 0 && !(await more()),
    /** The next line without its line break; null after the last line, or if the line is too long. */
    async line(): Promise<string | null> {
      for (;;) {
        const end = kept.indexOf(NEWLINE)
        if (end >= 0)
          return take(end + 1)
            .subarray(0, end)
            .toString()
        if (kept.length > LONGEST_LINE || !(await more())) return null
      }
    },
    /** The rows of a table in chunks, without the line that ends them. */
    async *rows(): AsyncGenerator<Buffer> {
      let isFirst = true
      for (;;) {
        if (isFirst && kept.length >= END.length && kept.subarray(0, END.length).equals(END))
          return void take(END.length)
        const end = kept.indexOf(NEXT_END)
        if (end >= 0) {
          yield take(end + 1)
          take(END.length)
          return
        }
        // A chunk may end inside the end marker, so this keeps as many bytes as the marker has.
        if (kept.length > NEXT_END.length) {
          yield take(kept.length - NEXT_END.length)
          isFirst = false
        }
        if (!(await more())) throw notWhole()
      }
    },
  }

  function take(length: number): Buffer {
    const taken = kept.subarray(0, length)
    kept = kept.subarray(length)
    return taken
  }

  async function more(): Promise<boolean> {
    const { value, done } = await chunks.next()
    if (done) return false
    kept = kept.length === 0 ? value : Buffer.concat([kept, value])
    return true
  }
}
