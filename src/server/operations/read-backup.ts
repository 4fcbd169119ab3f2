import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartFailure } from '../base/start-failure.ts'
import { COPY, END_OF_ROWS, type Head, parseHead, parseTail } from './format.ts'
import { LEFT_OUT, readTables, type Table } from './tables.ts'
import { findValue } from '../db/query.ts'

const NEWLINE = 0x0a
const END = Buffer.from(END_OF_ROWS)
const NEXT_END = Buffer.from(`\n${END_OF_ROWS}`)
const LONGEST_LINE = 100_000

type Load = {
  prepare: (head: Head) => Promise<void>
}

export async function readBackup(client: pg.Client, source: AsyncIterable<Buffer>, { prepare }: Load): Promise<Head> {
  const reader = createReader(source)
  const head = parseHead((await reader.line()) ?? '')
  if (!head) throw new StartFailure('This is no backup that this version of the program can read.')
  await prepare(head)
  const tables = await readTables(client)
  const keys = await dropForeignKeys(client, tables)
  const loaded: Record<string, number> = {}
  for (;;) {
    const line = await reader.line()
    if (line === null) throw notWhole()
    const [, name, columns] = COPY.exec(line) ?? []
    if (!name || !columns) {
      const tail = parseTail(line)
      if (!tail || !isAlike(tail.rows, loaded)) throw notWhole()
      if (tables.some(({ name }) => !LEFT_OUT.includes(name) && !(name in loaded))) throw notWhole()
      if (!(await reader.isAtEnd())) throw unfit('more follows its last line')
      const people = await countPeople(client)
      if (people !== head.entries) throw unfit(`its first line says ${head.entries} people, and it has ${people}`)
      await addForeignKeys(client, keys)
      return head
    }
    const target =
      name === JOBS
        ? await makeJobs(client, columns.split(', '))
        : findTarget(tables, { name, columns: columns.split(', ') })
    if (!target || target.name in loaded)
      return refuse(reader, `its table ${name} is not a table of this version of the program, or has other columns`)
    const into = client.query(copyFrom(`copy ${target.name} (${target.columns.join(', ')}) from stdin`))
    await pipeline(Readable.from(reader.rows()), into).catch((error) => refuse(reader, `rows of ${name}`, error))
    loaded[target.name] = into.rowCount
  }
}

type ForeignKey = { table: string; name: string; definition: string }

async function dropForeignKeys(client: pg.Client, tables: Table[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid = any($1::text[]::regclass[])`,
    [tables.map(({ name }) => name)],
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

async function addForeignKeys(client: pg.Client, keys: ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`).catch((error: unknown) => {
      throw isUnfit(error) ? unfit(error.message, error) : error
    })
}

/**
 * Only names from the database's own catalogue become SQL. Null for a table or column that this program does not
 * have.
 */
function findTarget(tables: Table[], { name, columns }: Table): Table | null {
  const table = tables.find((one) => one.name === name)
  if (!table) return null
  const known = table.columns.filter((column) => columns.includes(column))
  const isWhole = known.length === table.columns.length || LEFT_OUT.includes(table.name)
  return isWhole && known.length === columns.length ? { name: table.name, columns } : null
}

const JOBS = 'pgboss.job'
const TYPES: Record<string, string> = { data: 'jsonb', retry_count: 'integer', start_after: 'timestamptz' }

async function makeJobs(client: pg.Client, columns: string[]): Promise<Table | null> {
  if (!columns.every((column) => /^[a-z_]+$/.test(column))) return null
  const typed = columns.map((column) => `${column} ${TYPES[column] ?? 'text'}`)
  await client.query(`create schema if not exists pgboss; create table ${JOBS} (${typed.join(', ')});
    create table pgboss.queue (name text)`)
  return { name: JOBS, columns }
}

async function countPeople(client: pg.Client) {
  return (await findValue<number>(
    client,
    'select count(*)::int as people from waitlist_entries where erased_at is null',
  ))!
}

/** Damaged bytes may still parse as a row: reading the rest of the file throws if it is damaged. */
async function refuse(reader: Reader, what: string, cause?: unknown): Promise<never> {
  if (cause !== undefined && !isUnfit(cause)) throw cause
  await reader.skip()
  throw isUnfit(cause) ? unfit(describe(cause, what), cause) : unfit(what)
}

function isUnfit(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}

/** Other messages may have values of people in them. */
function describe({ code, message }: pg.DatabaseError, what: string): string {
  return code!.startsWith('23') ? message : `${what} have a value of another type (SQLSTATE ${code})`
}

function unfit(reason: string, cause?: unknown): StartFailure {
  return new StartFailure(`This backup can be read, but not restored: ${reason}.`, { cause })
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

type Reader = ReturnType<typeof createReader>

function createReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let kept: Buffer = Buffer.alloc(0)

  return {
    isAtEnd: async () => kept.length === 0 && !(await more()),
    async skip(): Promise<void> {
      do kept = Buffer.alloc(0)
      while (await more())
    },
    /** Null after the last line, or if the line is too long. */
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
