import pg, { type QueryResultRow } from 'pg'
import type { Queryable, Transaction } from './pool.ts'

export async function findRows<Row extends QueryResultRow>(
  db: Queryable,
  sql: string,
  values?: unknown[],
): Promise<Row[]> {
  return (await db.query<Row>(sql, values)).rows
}

export async function findRow<Row extends QueryResultRow>(
  db: Queryable,
  sql: string,
  values?: unknown[],
): Promise<Row | null> {
  return (await db.query<Row>(sql, values)).rows[0] ?? null
}

/** The first column of each row. */
export async function findColumn<Value>(db: Queryable, sql: string, values?: unknown[]): Promise<Value[]> {
  return (await db.query(sql, values)).rows.map((row) => Object.values(row)[0] as Value)
}

/** The first column of the first row. */
export async function findValue<Value>(db: Queryable, sql: string, values?: unknown[]): Promise<Value | null> {
  return (await findColumn<Value>(db, sql, values))[0] ?? null
}

/** Whether the statement found or changed anything. */
export async function hasRows(db: Queryable, sql: string, values?: unknown[]): Promise<boolean> {
  return (await db.query(sql, values)).rowCount !== 0
}

/** Escapes nothing: only for constant texts. */
export function sqlList(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join(', ')
}

const SLICE = 5_000

/** A transaction can read only one statement at a time in this way. */
export async function* readInSlices<Row>(
  tx: Transaction,
  { text, values }: { text: string; values: unknown[] },
  size = SLICE,
): AsyncGenerator<Row[]> {
  await tx.query(`declare slices no scroll cursor for ${text}`, values)
  try {
    for (;;) {
      const { rows } = await tx.query(`fetch ${size} from slices`)
      if (rows.length > 0) yield rows as Row[]
      if (rows.length < size) return
    }
  } finally {
    await tx.query('close slices').catch(() => {})
  }
}

/** Each row is a view of the driver's buffer: copy it to keep it. */
export function copyOut(db: pg.Pool | pg.Client, sql: string, onRow: (row: Buffer) => void): Promise<void> {
  const query = db.query.bind(db) as (query: CopyOut, done: (error: Error | null | undefined) => void) => unknown
  return new Promise((resolve, reject) => {
    query(new CopyOut(sql, onRow), (error) => (error ? reject(error) : resolve()))
  })
}

/** Only a subclass of the driver's own query can share a pipelined connection. */
class CopyOut extends pg.Query {
  readonly #onRow: (row: Buffer) => void

  constructor(sql: string, onRow: (row: Buffer) => void) {
    super(sql)
    this.#onRow = onRow
  }

  handleCopyData({ chunk }: { chunk: Buffer }) {
    this.#onRow(chunk)
  }
}
