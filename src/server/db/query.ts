import pg, { type QueryResultRow } from 'pg'
import { ConnectionError, isDataError, isReadOnly, isTakenAlong } from './client.ts'
import * as z from 'zod/mini'
import { AppError } from '../base/errors.ts'

export type Pool = pg.Pool

export type Queryable = Pick<pg.ClientBase, 'query'>

/** Never a pool, whose statements may run on different connections. */
export type Transaction = pg.ClientBase

/** Commits in the same round trip as the statements before. Await it together with them. */
export type Commit = () => Promise<void>

export class UnconfirmedError extends ConnectionError {
  override name = 'UnconfirmedError'
}

/** Commits when `work` resolves, unless it has called `commit`; rolls back when it throws before that. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Transaction, commit: Commit) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await transact(client, work, (cause) => (broken = cause))
  } finally {
    client.release(broken)
  }
}

export async function transact<Result>(
  client: pg.ClientBase,
  work: (tx: Transaction, commit: Commit) => Promise<Result>,
  onBroken: (error: Error) => void = () => {},
): Promise<Result> {
  let committed: Promise<void> | undefined
  const commit = () => (committed ??= client.query('commit').then(() => {}))
  try {
    const [, result] = await together([client.query('begin'), work(client, commit)])
    await commit()
    return result
  } catch (error) {
    if (isReadOnly(error)) onBroken(error as Error)
    // After a failed statement, `commit` is a rollback.
    await (committed ?? client.query('rollback')).catch(onBroken)
    throw committed !== undefined && isLost(error)
      ? new UnconfirmedError('The commit was not answered', { cause: error })
      : error
  }
}

function isLost(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof Error && error.cause instanceof ConnectionError)
}

/** Throws the error of the statement that failed first, not of those that failed because of it. */
export async function together<Results extends readonly unknown[]>(statements: {
  [Index in keyof Results]: Promise<Results[Index]>
}): Promise<Results> {
  const outcomes = await Promise.allSettled(statements)
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason)
  if (failures.length > 0) throw failures.find((error) => !isTakenAlong(error)) ?? failures[0]
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as unknown as Results
}

/**
 * Does not wait for the answers of transactions in progress. Call it only when each earlier `work` has called its
 * `commit`.
 */
export type Pipeline = <Result>(work: (tx: Transaction, commit: Commit) => Promise<Result>) => Promise<Result>

type Lease = { client: Promise<pg.PoolClient>; underWay: number; broken?: Error }

export function createPipeline(pool: pg.Pool): Pipeline {
  let current: Lease | undefined

  return async (work) => {
    const lease = (current ??= { client: pool.connect(), underWay: 0 })
    lease.underWay += 1
    try {
      return await transact(await lease.client, work, (error) => giveUp(lease, error))
    } finally {
      lease.underWay -= 1
      if (lease.underWay === 0) await release(lease)
    }
  }

  function giveUp(lost: Lease, error: Error) {
    lost.broken ??= error
    if (current === lost) current = undefined
  }

  async function release(ended: Lease) {
    if (current === ended) current = undefined
    await ended.client.then(
      (client) => client.release(ended.broken),
      () => {},
    )
  }
}

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

export const instant = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

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

export function toCursor(key: unknown): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Read one row more than `size`: it shows whether there is a next page. */
export function toPage<Row>(
  rows: Row[],
  size: number,
  keyOf: (row: Row) => unknown,
): { shown: Row[]; next_cursor: string | null } {
  const shown = rows.slice(0, size)
  return { shown, next_cursor: rows.length > size ? toCursor(keyOf(shown.at(-1)!)) : null }
}

export function parseCursor<Key>(key: z.ZodMiniType<Key>, cursor: string | undefined): Key | null {
  if (cursor === undefined) return null
  try {
    return z.parse(key, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    throw notACursor(cause)
  }
}

export function refuseCursor(cause: unknown): never {
  throw isDataError(cause) ? notACursor(cause) : cause
}

function notACursor(cause: unknown): AppError {
  return new AppError('invalid-input', { fields: { cursor: 'is not the next_cursor of an earlier page' }, cause })
}
